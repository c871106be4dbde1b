import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startService } from '../../support/service.js';
import { conform, describeWith, inspect } from './inspector.js';
import { shared } from '../../support/with-own.js';

const service = shared(startService);

const INSPECTOR = '@modelcontextprotocol/inspector';
describeWith('mcp-inspector', INSPECTOR, "the command line of the protocol's inspector", () => {
  test.each(['modern', 'legacy'])(
    'finds tools that every assistant can use, and calls one: %s',
    async (era) => {
      const address = `${service.origin}/mcp`;
      const { tools } = await inspect(address, era, '--method', 'tools/list', '--strict');
      expect(tools).toHaveLength(10);
      const call = ['--method', 'tools/call', '--tool-name', 'list_categories'];
      expect(await inspect(address, era, ...call)).toMatchObject({
        structuredContent: { categories: ['杂质对照品', '标准品', '中间体'] },
      });
    },
  );
});

const SUITE = '@modelcontextprotocol/conformance';
describeWith('conformance', SUITE, "the protocol's conformance suite", () => {
  test.each([
    ['--requirements', '2026-07-28'],
    ['--suite', 'active'],
    ['--suite', 'all'],
  ])('passes, but for what conformance.yml lists: %s %s', async (...args) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'conformance-'));
    try {
      const text = await conform(`${service.origin}/mcp`, folder, ...args);
      for (const scenario of ['tools-list', 'dns-rebinding-protection'])
        expect(text).toMatch(new RegExp(`^✓ ${scenario}: [1-9]\\d* passed, 0 failed`, 'm'));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
