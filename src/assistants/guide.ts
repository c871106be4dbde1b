import { READS_ANONYMOUS, READS_WITH_KEY } from '../access/limits.js';

/** `/llms.txt` (llmstxt.org): the service described to assistants, as a page of Markdown. */
export function guide(siteOrigin: string): string {
  const api = `${siteOrigin}/api/v1`;
  return `# Product Data Service · 产品数据服务

> A public catalogue of chemical reference products (impurity reference materials, standards, intermediates), in Chinese and English, with CAS numbers, formulas, synonyms, stock status and structure images. 化学对照品（杂质对照品、标准品、中间体）的双语产品目录。

Everything below reads without a key, ${READS_ANONYMOUS} calls a minute and address (${READS_WITH_KEY} with a key in the header \`X-API-Key\`); a 429 says in \`Retry-After\` when to come back. Products are named by their product number (\`code\`). There are no prices in the catalogue; they are asked for with the form on a product's page. Products with the status \`off\` are withdrawn.

## For assistants

- [MCP server](${siteOrigin}/mcp): Model Context Protocol over streamable HTTP, no sign-in. Tools, all read-only: \`search\`, \`fetch\`, \`search_products\`, \`get_product\`, \`resolve_identifiers\` (up to 25 names, CAS numbers or product numbers at once, each counted as a call), \`list_categories\`.

## Over HTTP

- [Search](${api}/products/search?q=aspirin): \`${api}/products/search?q=\` takes a name in Chinese or English, pinyin, a synonym, a CAS number, a product number, a formula or a tag; best match first. Filters: \`category\`, \`in_stock\`, \`status\`, \`series\`, \`tag\`; \`page\`, \`page_size\` up to 200. 检索示例: [阿司匹林](${api}/products/search?q=${encodeURIComponent('阿司匹林')})
- [One product](${api}/products/50-78-2): \`${api}/products/{code or CAS number}\`; its page for readers is \`${siteOrigin}/products/{code}\`
- [List](${api}/products?page_size=20): all products, by \`cursor\`; \`updated_after\` for what changed
- [Categories](${api}/categories)
- [Whole catalogue](${api}/export?format=ndjson): \`format\` = \`json\`, \`ndjson\`, \`csv\`

## Documentation

- [OpenAPI 3.1 document](${siteOrigin}/api-docs/openapi.json): every call, field and error
- [Documentation for readers](${siteOrigin}/api-docs)
- [Errors](${siteOrigin}/api-docs/errors)

## Optional

- [Storefront](${siteOrigin}/): search for people · 产品检索页面
- [Site map](${siteOrigin}/sitemap.xml): the page of every product on offer
`;
}
