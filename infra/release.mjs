// Packs a release into `dist/release/`, emptied first: the tarball of `npm pack`, what it holds (sbom.cdx.json, CycloneDX), and
// the checksums of both. What programs are built with, and types, stand in that list too.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'dist/release');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const npm = (...args) =>
  execFileSync('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 2], maxBuffer: 64 * 1024 * 1024 });

const [{ filename, size, unpackedSize }] = JSON.parse(npm('pack', '--json', '--pack-destination', folder));
writeFileSync(
  join(folder, 'sbom.cdx.json'),
  npm('sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'),
);
const sums = [filename, 'sbom.cdx.json'].map((name) => {
  const sum = createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');
  return `${sum}  ${name}\n`;
});
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
process.stdout.write(`${join(folder, filename)} (${megabytes(size)}, ${megabytes(unpackedSize)} unpacked)\n`);
