import { weightOf } from '../../../src/search/text/weight.js';

test.each([
  ['mw 180.16', 180.15, 180.17],
  ['m.w. 346.33', 346.32, 346.34],
  ['mr 46.07', 46.06, 46.08],
  ['180.16 g/mol', 180.15, 180.17],
  ['分子量:180.2', 180.15, 180.25],
  ['molecular weight is 180', 179.5, 180.5],
  ['mw 180-182 g/mol', 179.5, 182.5],
  ['180.1234 da', 180.113, 180.133],
  ['分子量为 180.16', 180.15, 180.17],
  ['m=46.07', 46.06, 46.08],
  ['mass 302.24', 302.23, 302.25],
])('%s asks for weights from %d to %d', (form, least, most) => {
  expect(weightOf(form)).toEqual({ least, most });
});

test.each(['180.16', 'mw', 'aspirin mw 180.16', '10 mg/ml', 'm 12', 'mrs 12', 'mw 99999999999'])(
  '%s asks for none',
  (form) => {
    expect(weightOf(form)).toBeUndefined();
  },
);
