import { startService } from '../../support/service.js';
import { describeWithInspector, inspect } from './inspector.js';
import { shared } from '../../support/with-own.js';

describeWithInspector("the command line of the protocol's inspector", () => {
  const service = shared(startService);

  test.each(['modern', 'legacy'])(
    'finds tools that every assistant can use, and calls one: %s',
    async (era) => {
      const address = `${service.origin}/mcp`;
      const { tools } = await inspect(address, era, '--method', 'tools/list', '--strict');
      expect(tools).toHaveLength(11);
      const call = ['--method', 'tools/call', '--tool-name', 'list_categories'];
      expect(await inspect(address, era, ...call)).toMatchObject({
        structuredContent: { categories: ['杂质对照品', '标准品', '中间体'] },
      });
    },
  );
});
