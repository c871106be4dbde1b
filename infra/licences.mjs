// Lists the packages that the service runs on by licence (from package-lock.json), and fails if one of them is not
// permissive: `node infra/licences.mjs`.
import { readFileSync } from 'node:fs';

const PERMISSIVE = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Unlicense',
  'BlueOak-1.0.0',
]);

/** Checked by hand. */
const EXCEPTIONS = {
  busboy: 'MIT (in its LICENSE file; the lock file does not say)',
  streamsearch: 'MIT (in its LICENSE file; the lock file does not say)',
  // libvips, the library below sharp: loaded as a shared library of its own, unmodified, and replaceable.
  '@img/sharp-': 'LGPL-3.0-or-later (libvips, a shared library)',
};

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const byLicence = new Map();
const refused = [];
for (const [path, { license, version, dev, link }] of Object.entries(packages)) {
  if (!path.startsWith('node_modules/') || dev || link) continue;
  const name = path.split('node_modules/').at(-1);
  const exception = Object.entries(EXCEPTIONS).find(
    ([known]) => name === known || (known.endsWith('-') && name.startsWith(known)),
  );
  const licence = PERMISSIVE.has(license) ? license : exception?.[1];
  if (licence === undefined) refused.push(`${name}@${version}: ${license ?? 'no licence'}`);
  else byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name}@${version}`]);
}
for (const [licence, names] of byLicence)
  process.stdout.write(`${licence} (${names.length})\n  ${names.sort().join(', ')}\n`);
if (refused.length > 0) {
  process.stderr.write(`Not permissive: ${refused.join(', ')}\n`);
  process.exitCode = 1;
}
