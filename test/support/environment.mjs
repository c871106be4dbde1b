// What guards a change (`SHORT_FORMS`) leaves out what a long form alone tests: of each file it has the tests that rings.mjs names.
import { relative } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import { namesIn, ROOT } from '../rings.mjs';

export default class ShortForms extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.names = process.env.SHORT_FORMS && namesIn(relative(ROOT, context.testPath));
  }

  handleTestEvent({ name }, state) {
    if (name === 'run_start' && this.names !== undefined) state.testNamePattern ??= new RegExp(this.names);
  }
}
