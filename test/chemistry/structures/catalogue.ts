import { startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';

/** A service whose products have structures. */
export interface StructureService extends Service {
  /** POST /products/search/structure */
  find(body: Record<string, unknown>): ReturnType<Service['call']>;
  /** the codes that it finds, which must answer 200 */
  codes(body: Record<string, unknown>): Promise<string[]>;
}

/** @param products with `smiles` */
export async function startWithStructures(
  products: readonly { code: string; smiles?: string; [field: string]: unknown }[],
  env: Record<string, string> = {},
): Promise<StructureService> {
  const service = await startService(env);
  for (let from = 0; from < products.length; from += 100)
    await service.push({
      products: products.slice(from, from + 100).map((product) => ({ name_cn: product.code, ...product })),
    });
  const find: StructureService['find'] = (json) =>
    service.call('POST', '/products/search/structure', { json });
  return {
    ...service,
    find,
    async codes(body) {
      const answer = await find({ page_size: 200, ...body });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      return answer.body.data.map(({ code }: { code: string }) => code);
    },
  };
}
