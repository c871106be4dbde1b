// The files of the first try in which a test failed, for `--filter` of jest, which takes CommonJS alone: see run.mjs.
const { readFileSync } = require('node:fs');
const path = require('node:path');

const FAILED = path.join(__dirname, '../../dist/tests-failed.json');
module.exports = () => ({ filtered: JSON.parse(readFileSync(FAILED, 'utf8')) });
