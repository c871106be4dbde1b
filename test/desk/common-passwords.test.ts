import { isCommon } from '../../src/desk/common-passwords.js';

test.each([
  'password123', 'Passw0rd!!', 'P@$$w0rd2026', 'qwertyuiop', 'Qwerty123456', '1q2w3e4r5t', '1234567890', '0987654321',
  'aaaaaaaaaaaa', 'abcabcabcabc', 'iloveyou1314', 'woaini5201314', 'administrator', 'Admin@2026!', 'welcome2025', 'letmein!!!!',
  'zhangwei123', 'iewgnahz_1', 'Zhangwei-2026', 'changeme1234', 'monkeydragon', 'asdfghjkl;', 'ABCDEFGHIJ', 'summer2026!!',
  'ＰＡＳＳＷＯＲＤ１２', '１２３４５６７８９０',
])('%s is a password that is guessed first, for zhangwei', (password) => {
  expect(isCommon(password, 'zhangwei')).toBe(true);
}); // prettier-ignore

test.each([
  'correct horse battery', 'another long password', 'twelve quiet rivers', 'k7#Qz!vR2m', '床前明月光疑是地上霜', '8402751936', 'x9v3-mq82-lp40',
  'wg3Jq8Zt1LmNpRs5Yb2c', '😀🌊🍊🚲🎻🦉🧊🪁🌵🐌',
])('%s is not', (password) => {
  expect(isCommon(password, 'zhangwei')).toBe(false);
}); // prettier-ignore

test('a name of one character takes nothing away', () => {
  expect(isCommon('k7#Qz!vR2m', 'q')).toBe(false);
});
