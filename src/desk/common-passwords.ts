/**
 * Words of which the most frequent passwords are made, in their common spelling: what a guesser tries first. Keyboard rows,
 * the alphabet, years and repetitions are told by rule.
 */
const WORDS = `
  aa123456 abcd access account admin administrator alexander amanda america andrea andrew angel anthony apple arsenal
  asdf ashley asshole august austin autumn azerty babygirl backoffice badboy bailey banana barcelona baseball basketball
  batman beautiful beijing benjamin biteme blink182 bonjour boomer booboo boston brandon brandy broncos buster butterfly
  catalog catalogue changeit changeme charles charlie cheese chelsea chemical chemistry chester chicken chinese chocolate
  christian christopher company computer config cookie correcthorsebatterystaple corvette cowboy cowboys creative daniel
  database december default demo diamond doctor dolphin dragon eagles education elephant elizabeth eminem enter estrella
  everton february ferrari fishing flower football forever freedom friday friends fuckoff fuckyou gabriel
  garfield gateway george ginger google guest guitar hannah happy harley heather hello helloworld hockey hotmail hunter
  iceman iloveyou internet jackson january jasmine jennifer jessica jesus johnny jonathan jordan joseph joshua july june
  justin killer kitten kristina kuaile laoban letmein liverpool london login lovely loveme lovers
  madison maggie magic manager march marina marlboro martin master matrix matthew maverick melissa mercedes merlin
  metallica michael michelle mickey midnight minecraft mingtian monday money monkey monster morgan mother mustang mypass
  naruto nascar natasha nicholas nicole nihao ninja nintendo november nothing october office oliver orange pass passion
  passwd passwort password patrick peanut people pepper pharma phoenix player playboy please pokemon porsche prince
  princess private product purple qwert qwerty rachel rainbow ranger rangers raiders richard robert rock rockyou root
  samantha samsung samuel sandra saturday scooter scorpion secret secure security september server service shadow shanghai
  shenzhen silver simple skywalker slipknot smokey snoopy soccer sophie spider spiderman spring standard starwars steelers
  stella steven summer sunday sunshine superman superstar support supplier sweet sweetheart sysadmin system taylor tech
  temp temporary tennis test tester testing thomas thunder thursday tiantian tigger tinkerbell toor toyota trustno1
  tuesday unknown user username vanessa victoria virginia warrior wednesday welcome whatever william willow windows
  winner winter wizard woaini woaiwo xiaoming yamaha yankee yankees yellow zhongguo zhimakaimen zxcv
  love baby china good life boss work home blue star king queen lucky super hacker letme
  5201314 521521 7758521 147258 147852 159357 159753 741852 789456 963852 112233 121212 131313 141421 123321 102030
`.match(/\S+/g)!;

/** What lies in a row, forwards and backwards. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
].flatMap((row) => [row, [...row].reverse().join('')]);

/** Letters that signs and digits stand for, in two readings. */
const SIGNS = [
  { '@': 'a', 4: 'a', 3: 'e', 0: 'o', 1: 'i', '!': 'i', $: 's', 5: 's', 7: 't', 8: 'b', 9: 'g' },
  { '@': 'a', 4: 'a', 3: 'e', 0: 'o', 1: 'l', '!': 'l', $: 's', 5: 's', 7: 't', 8: 'b', '|': 'l' },
] as Record<string, string>[];

/** What has to be left of a password without all that is guessed first, characters. */
const LEFT = 6;
/** Different characters that it has to have. */
const DIFFERENT = 5;

/**
 * Whether a password is among those that are guessed first: made of the name of its account, of words of other people's
 * passwords, of rows of the keyboard, years and repetitions, and of little else.
 */
export function isCommon(password: string, name: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  const [once] = /^(.+?)\1*$/su.exec(text)?.slice(1) ?? [text]; // what is only repeated counts once
  const characters = Array.from(once!, (each) => (each.length === 1 ? each : '\uffff'));
  const left = [...characters];
  const strike = (from: number, length: number): void => void left.fill('', from, from + length);

  const plain = characters.join('');
  const readings = [plain, ...SIGNS.map((signs) => characters.map((each) => signs[each] ?? each).join(''))];
  const own = name.normalize('NFKC').toLowerCase();
  for (const word of [...WORDS, ...(own.length > 1 ? [own, [...own].reverse().join('')] : [])])
    for (const reading of readings)
      for (let at = reading.indexOf(word); at >= 0; at = reading.indexOf(word, at + 1))
        strike(at, word.length);
  for (let at = 0; at + 3 <= plain.length; at++) {
    const three = plain.slice(at, at + 3);
    if (/^([^\uffff])\1\1$/u.test(three) || ROWS.some((row) => row.includes(three))) strike(at, 3);
  }
  for (const { index, 0: year } of plain.matchAll(/(?:19|20)\d\d/g)) strike(index, year.length);

  const counted = left.filter((each) => /[\p{L}\p{N}\uffff]/u.test(each));
  return counted.length < LEFT || new Set(once).size < DIFFERENT;
}
