// Lists what a release holds, by the lock file (SBOM, CycloneDX): `node infra/sbom.mjs > sbom.json`; `spdx` behind it for SPDX.
// `npm sbom --omit dev` leaves out packages that a tool of development needs too, express among them: so npm is asked about
// a lock file without those tools.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const read = (name) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
const pack = read('package.json');
const lock = read('package-lock.json');
delete pack.devDependencies;
delete lock.packages[''].devDependencies;
for (const [path, { dev, devOptional, link }] of Object.entries(lock.packages))
  if (dev || devOptional || link || path.startsWith('test/')) delete lock.packages[path];

const scratch = mkdtempSync(join(tmpdir(), 'catalogue-sbom-'));
const folder = join(scratch, pack.name);
mkdirSync(folder);
writeFileSync(join(folder, 'package.json'), JSON.stringify(pack));
writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
const args = ['sbom', '--package-lock-only', '--sbom-format', process.argv[2] ?? 'cyclonedx'];
const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
rmSync(scratch, { recursive: true });
process.exitCode = status ?? 1;
