/** The groups of calls in the document. */
export const TAGS = [
  { name: 'Products', description: '产品 · List, read, push, edit, delete, export' },
  { name: 'Search', description: '检索 · Keyword search and suggestions' },
  { name: 'Changes', description: '变更 · What changed since a position' },
  { name: 'Categories', description: '类别' },
  { name: 'Tags', description: '标签' },
  { name: 'Media', description: '图片 · Structure images' },
  { name: 'Inquiries', description: '询价 · Price inquiries' },
];

/** The introduction of the document: what holds for every call. */
export const DESCRIPTION = `
The catalogue of a maker of chemical reference materials, in Chinese and English. 化学对照品双语产品目录。

**Keys · 密钥** Reads are open. Writes need a key in the header \`X-API-Key\`; each call made with a key is recorded in the sync log.
读取无需密钥；写入须在请求头 \`X-API-Key\` 中提供密钥，每次带密钥的调用都会记入同步日志。

**Integration · 对接顺序** 1. Get a key. 2. Create categories you need (\`POST /categories\`). 3. Upload structure images (\`POST /media\`).
4. Push products (\`POST /sync/push\`) with the image address in \`structure_url\`. 5. From then on \`PUT\`, \`DELETE\` and \`POST /tags/apply\`.
Keep a copy up to date by \`GET /export\` once and \`GET /changes\` from its \`X-Changes-Cursor\` on, or by \`GET /products?updated_after=\` with the \`as_of\` of the answer before.

**Answers** Every JSON body has \`ok\`. Errors are RFC 9457 problem details; \`errors\` points at each parameter or field at fault. \`X-Request-Id\` is taken from you or made, and sent back.
An empty query parameter is an absent one, an unknown one is ignored, a repeated one is a 400. GET answers carry an ETag; send it back in \`If-None-Match\`. HEAD mirrors GET.

**Limits · 限流** Reads: 600 a minute with a key, 120 a minute and address without. Writes and uploads: no rate limit. 429 carries \`Retry-After\`.

**Versions** Within v1 there are only additions. What goes away is announced a year ahead by the headers \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594).
`.trim();
