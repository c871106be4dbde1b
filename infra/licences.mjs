// Lists the packages that the service runs on by licence, and fails if one of them is not permissive:
// `node infra/licences.mjs`; `--texts` prints the texts of those that are part of the programs, as a release has to show them.
// Which packages these are says package-lock.json; which licence one has, the text that it
// carries (its licence file, else its README). The field of its package.json is believed only where it is named below.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Words by which a text is known. */
const PERMISSIVE = {
  MIT: /Permission is hereby granted, free of charge, to any person obtaining a copy/,
  'Apache-2.0': /Apache License,? Version 2\.0/,
  'BSD-3-Clause':
    /Redistribution and use in source and binary forms.*(Neither the name|may not be used to endorse)/,
  'BSD-2-Clause':
    /Redistribution and use in source and binary forms(?!.*(Neither the name|may not be used to endorse))/,
  ISC: /Permission to use, copy, modify, and(\/or)? distribute this software .*provided that/,
  '0BSD': /Permission to use, copy, modify, and(\/or)? distribute this software (?!.*provided that)/,
  Unlicense: /This is free and unencumbered software released into the public domain/,
  'BlueOak-1.0.0': /Blue Oak Model License/,
};
const OTHERS = {
  GPL: /GNU (LESSER |AFFERO )?GENERAL PUBLIC LICENSE/i,
  BUSL: /Business Source License/i,
  SSPL: /Server Side Public License/i,
  Elastic: /Elastic License/i,
  'Commons Clause': /Commons Clause/i,
  'CC-BY-NC': /NonCommercial/i,
};

/** Looked at by hand: what these say of themselves stands in their package.json alone, or asks for a word more. */
const BY_HAND = {
  '@aws-sdk/': 'Apache-2.0',
  saxes: 'ISC',
  standardwebhooks: 'MIT',
  'worker-f': 'MIT',
  '@rdkit/rdkit': 'BSD-3-Clause',
  // libvips, the library below sharp: loaded as a shared library of its own, unmodified, and replaceable.
  '@img/sharp-libvips-': 'LGPL-3.0-or-later (libvips, a shared library)',
  // Somebody else's packaging of Meilisearch's program, without a licence text. From 1.19 on some parts of Meilisearch
  // (sharding) are under BUSL 1.1 and want a licence where they are used; this service uses none of them.
  '@gaubee/meilisearch-': 'MIT, with parts under BUSL 1.1 that are not used (Meilisearch)',
};

/** What only builds the programs, or says what types their packages have. */
const TOOLS = /^(@types\/|rolldown$|@rolldown\/|@oxc-project\/|@emnapi\/|@napi-rs\/|@tybys\/|undici-types$)/;

/** Its licence texts; empty where it has none. */
function textOf(path) {
  const names = readdirSync(join(root, path));
  const files = names.filter((name) => /^(licen[cs]e|copying|unlicense)/i.test(name));
  const readable = files.length > 0 ? files : names.filter((name) => /^readme/i.test(name));
  return readable.map((name) => readFileSync(join(root, path, name), 'utf8').trim()).join('\n');
}

const matching = (texts, text) => Object.keys(texts).filter((name) => texts[name].test(text));

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const installed = (path) => {
  try {
    return readdirSync(join(root, path)).length > 0;
  } catch {
    return false; // of another platform
  }
};
const byLicence = new Map();
const refused = [];
const texts = [];
for (const [path, { version, dev, devOptional, link }] of Object.entries(packages)) {
  const name = path.split('node_modules/').at(-1);
  if (!path.startsWith('node_modules/') || TOOLS.test(name) || link || !installed(path)) continue;
  const known = Object.keys(BY_HAND).find(
    (each) => name === each || (/[/-]$/.test(each) && name.startsWith(each)),
  );
  const whole = textOf(path);
  const text = whole.replaceAll(/\s+/g, ' ');
  const others = matching(OTHERS, text);
  const licence = known === undefined ? matching(PERMISSIVE, text).join(' and ') : BY_HAND[known];
  if (licence === '') refused.push(`${name}@${version}: no licence text that is known`);
  else if (others.length > 0 && known === undefined) refused.push(`${name}@${version}: ${others.join(', ')}`);
  else byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name}@${version}`]);
  if (dev || devOptional)
    texts.push(`${name} ${version}: ${licence}\n\n${whole || 'Its package.json names the licence.'}\n`);
}
if (process.argv.includes('--texts')) process.stdout.write(texts.join(`\n${'-'.repeat(80)}\n`));
else
  for (const [licence, names] of byLicence)
    process.stdout.write(`${licence} (${names.length})\n  ${names.sort().join(', ')}\n`);
if (refused.length > 0) {
  process.stderr.write(`Not permissive: ${refused.join('; ')}\n`);
  process.exitCode = 1;
}
