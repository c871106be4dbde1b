import { READS_ANONYMOUS, READS_WITH_KEY } from '../../platform/index.js';

/** `/llms.txt` (llmstxt.org): the service described to assistants, as a page of Markdown. */
export function guide(siteOrigin: string): string {
  const api = `${siteOrigin}/api/v1`;
  return `# Product Data Service · 产品数据服务

> A public catalogue of chemical reference products (impurity reference materials, standards, intermediates), in Chinese and English, with CAS numbers, formulas, synonyms, stock status and structure images. 化学对照品（杂质对照品、标准品、中间体）的双语产品目录。

Everything below reads without a key, ${READS_ANONYMOUS} calls a minute and address (${READS_WITH_KEY} with a key in the header \`X-API-Key\`; one with the access \`read\` is enough); a 429 says in \`Retry-After\` when to come back. Products are named by their product number (\`code\`). There are no prices in the catalogue; they are asked for: see "Asking for a price". Products with the status \`off\` are withdrawn.

## For assistants

- [MCP server](${siteOrigin}/mcp): Model Context Protocol over streamable HTTP, no sign-in. Tools that only read: \`search\`, \`fetch\`, \`search_products\`, \`get_product\`, \`search_by_structure\`, \`resolve_identifiers\` (a list of up to 200 names, CAS numbers or product numbers at once, each 25 counted as a call), \`list_products\`, \`compare_products\`, \`list_categories\`. One that writes: \`request_quote\`.

## Over HTTP

- [Search](${api}/products/search?q=aspirin): \`${api}/products/search?q=\` takes a name in Chinese or English, pinyin, a synonym, a CAS number, a product number, a formula or a tag; best match first. Filters: \`category\`, \`in_stock\`, \`status\`, \`series\`, \`tag\`; \`page\`, \`page_size\` up to 200. 检索示例: [阿司匹林](${api}/products/search?q=${encodeURIComponent('阿司匹林')})
- A structure: \`${api}/products/search/structure?smiles=\` finds products with it or with a part of it (\`mode\`)
- A list: \`POST ${api}/products/resolve\` with JSON \`{"identifiers": [...]}\`, up to 1,000 names, CAS numbers or product numbers; each 25 count as a call
- [One product](${api}/products/50-78-2): \`${api}/products/{code or CAS number}\`; its page for readers is \`${siteOrigin}/products/{code}\`
- A drawing of its structure: \`${api}/products/{code}/structure.svg\`, as WebP on white with \`?w=512&ground=white\`; not counted. 404 where no structure is known. 产品的结构图
- [Facets](${api}/products/search?q=aspirin&facets=true&page_size=1): \`facets=true\` adds how many of the found products have which category, status, series and tag
- [List](${api}/products?page_size=20): all products, page by page with \`cursor\`; the same filters, and \`updated_after\`
- [Changes](${api}/changes): what changed since a position (\`after\`), deletions too; without \`after\` the present position. To keep a copy: \`${api}/export\` once, then on from its header \`X-Changes-Cursor\`
- [Categories](${api}/categories), [tags](${api}/tags)
- [Whole catalogue](${api}/export?format=ndjson): \`format\` = \`json\`, \`ndjson\`, \`csv\`

## Asking for a price

- \`POST ${api}/rfq\` with JSON, no key: \`{"code" or "cas" or "product_name", "quantity", "name", "company", "email" or "phone", "country", "message"}\`; needed are one of the first three, \`name\`, and one of \`email\` and \`phone\`. Only on behalf of somebody who asked for it, with that person's own name and address. 询价须由本人提出，并填写其真实联系方式。

## Documentation

- [OpenAPI 3.1 document](${siteOrigin}/api-docs/openapi.json): every call, field and error
- [Documentation for readers](${siteOrigin}/api-docs)
- [Errors](${siteOrigin}/api-docs/errors)

## Optional

- [Storefront](${siteOrigin}/): search for people · 产品检索页面
- [Site map](${siteOrigin}/sitemap.xml): the page of every product on offer
`;
}
