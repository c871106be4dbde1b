import { weightOf } from '../../../src/search/text/weight.js';
import examples from './weight.json' with { type: 'json' };

test.each(examples.weights as [string, number, number][])(
  '%s asks for weights from %d to %d',
  (form, least, most) => {
    expect(weightOf(form)).toEqual({ least, most });
  },
);

test.each(['180.16', 'mw', 'aspirin mw 180.16', '10 mg/ml', 'm 12', 'mrs 12', 'mw 99999999999'])(
  '%s asks for none',
  (form) => {
    expect(weightOf(form)).toBeUndefined();
  },
);
