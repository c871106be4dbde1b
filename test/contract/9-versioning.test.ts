import { serviceOfFile } from '../support/service.js';

const service = serviceOfFile();

describe('9 Versioning', () => {
  test('the version is carried in the path prefix /api/v1', async () => {
    expect((await service.call('GET', '//api/v1/categories')).status).toBe(200);
    for (const path of ['//api/categories', '//api/v2/categories', '//categories', '//API/v1/categories'])
      expect([path, (await service.call('GET', path)).status]).toEqual([path, 404]);
  });

  test('not shown: within v1 only additions; the policy stands in the document', async () => {
    const { info } = (await service.call('GET', '//api-docs/openapi.json')).body;
    expect(info.description).toMatch(/Deprecation.*Sunset/);
    expect(info.version).toMatch(/^1\./);
  });
});
