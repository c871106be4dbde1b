import {
  JSON_BOUNDS,
  INQUIRIES,
  PAGES,
  READS_ANONYMOUS,
  READS_WITH_KEY,
  STALL_MS,
} from '../../platform/index.js';

const many = (count: number): string => count.toLocaleString('en');

/** The groups of calls in the document. */
export const TAGS = [
  { name: 'Products', description: '产品 · List, read, push, edit, delete, export' },
  { name: 'Structures', description: '结构 · Structures of products' },
  { name: 'Profiles', description: '导出配置 · User-defined exports, and what was delivered by them' },
  { name: 'Search', description: '检索 · Keyword search and suggestions' },
  { name: 'Changes', description: '变更 · What changed since a position' },
  { name: 'Categories', description: '类别 · The categories that products may have' },
  { name: 'Tags', description: '标签 · The tag dictionary, and tagging' },
  { name: 'Aliases', description: '别名 · Names of products that are not their suppliers’' },
  { name: 'Media', description: '图片 · Structure images' },
  { name: 'Inquiries', description: '询价 · Price inquiries' },
  { name: 'Documentation', description: '文档 · Where this document is' },
  { name: 'Webhooks', description: '通知 · What this service sends to receivers of changes' },
];

/** The introduction of the document: rules for every call. */
export const INTRODUCTION = {
  en: `
The catalogue of a maker of chemical reference materials, in Chinese and English.

## Keys
Reads are open. Writes need a key in the header \`X-API-Key\`. A key that is sent is checked on every call, and each call made with one is recorded in the sync log. An empty key is none.

| access | what a key may do |
| --- | --- |
| \`read\` | read with the limits of keys, and take export profiles and deliveries: for assistants, marketplaces and everybody who writes nothing |
| \`push\` | besides, write products of its own source, with their structures, aliases and tags, upload images, and add categories and tags |
| \`all\` | besides, write products of every source, delete categories, define export profiles, and read the history of products: what a key has unless it is issued otherwise |

Each call names the access that it needs; with less it is a 403. An item of a push for a product of another source is invalid (\`other_source\`).

## Integration
1. Get a key.
2. Create the categories you need: \`POST /categories\`
3. Upload structure images: \`POST /media\`
4. Push products, with the image address in \`structure_url\`: \`POST /sync/push\`
5. See what you pushed: \`GET /products?source=\`
6. From then on: \`PUT /products/{code}\`, \`DELETE /products/{code}\`, \`POST /tags/apply\`

To keep a copy, take \`GET /export\` once and follow \`GET /changes\` from its \`X-Changes-Cursor\` on (deletions included), or ask for \`GET /products?updated_after=\` with the highest \`updated_at\` that you have seen, or the \`as_of\` of the answer before.

## Requests
Paths are case-sensitive; a \`/\` in a product number is sent as \`%2F\`. An empty query parameter is an absent one, an unknown one is ignored, one given twice is a 400. Bodies are JSON (\`application/json\`, UTF-8; gzip, deflate and br are read, but not of images), also on DELETE, where the Content-Type may be left out. HEAD mirrors GET; OPTIONS lists the methods.

## Answers
Every JSON body has \`ok\`. Answers may gain fields within v1: ignore those you do not know. Errors are problem details as of RFC 9457, explained at [/api-docs/errors](/api-docs/errors); \`errors\` points at each parameter or field at fault. Checks come in this order: 404 (path), 405, 401, 403, 415, 413, 400. \`X-Request-Id\` is taken from you (up to 64 characters of \`A-Z a-z 0-9 . _ -\`) or made, and sent back: name it when you ask for help.

Answers to GET carry an ETag; send it back in \`If-None-Match\` and an unchanged answer is a 304 without a body. Shared caches may keep what is read without a key for 30 s, but never \`/changes\`, or what is asked with \`updated_after\`, \`cursor\`, \`page\` or \`Prefer: wait\`. A write whose answer did not come in time may have been made or not: repeat it, which is harmless; calls that would make something new again take an \`Idempotency-Key\`, which the others do not need and ignore. Reads, \`POST /products/resolve\`, \`POST /products/search/structure\` and \`POST /rfq\` may be called from pages of any origin (CORS), writes only from configured ones.

## Limits
| what | limit |
| --- | --- |
| reads with a key | ${READS_WITH_KEY} a minute a key |
| reads without | ${READS_ANONYMOUS} a minute an address (IPv6: a /64) |
| pages of the storefront | ${PAGES} a minute an address; one that searches is a read as well, a part of the site map a read |
| writes and uploads | no rate limit |
| inquiries | ${INQUIRIES} a minute an address, 64 KB each; bounds a day for an address and for all without a key |
| \`page_size\` | 200 |
| push | 50,000 products, 64 MiB a call |
| values in a body | a push: ${many(JSON_BOUNDS.push.values)}, others: ${many(JSON_BOUNDS.usual.values)}; an object or an array counts as five |
| different member names in a body | a push: ${many(JSON_BOUNDS.push.names)}, others: ${many(JSON_BOUNDS.usual.names)} |
| encoding | UTF-8 |
| nothing comes of a body | ${STALL_MS / 1_000} s, then 400 and the connection is closed |
| batch delete | 500 codes a call |
| tagging | 5,000 codes a call |
| aliases | 500 a call |
| images | 10 MB each, 20 a call; the list shows the last 100 |
| search | the first 10,000 hits |
| a list to resolve | 1,000 a call, each 25 begun a read |

A 429 carries \`Retry-After\`; limited calls carry \`RateLimit\` and \`RateLimit-Policy\` (IETF draft 8).

## AI assistants
\`/mcp\`, at the root of the site, is a Model Context Protocol server (streamable HTTP; revisions 2026-07-28 and 2025-11-25) with tools over the same catalogue and the same search, read-only but for one that asks for a price; each message counts as a read, one with several identifiers as a read for each 25 begun, one that asks for a price as an inquiry too. \`/llms.txt\` describes the service to assistants.

## Versions
Within v1 there are only additions. What goes away is announced a year ahead by the headers \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594).
`.trim(),
  zh: `
化学对照品双语产品目录。

## 密钥
读取无需密钥；写入须在请求头 \`X-API-Key\` 中提供密钥。只要带了密钥就会校验，每次带密钥的调用都会记入同步日志。空值视为未带。

| 权限 | 密钥可做什么 |
| --- | --- |
| \`read\` | 以密钥的限流读取，取用导出配置与交付：适用于助手、商城等只读方 |
| \`push\` | 另可写入本来源的产品及其结构、别名、标签，上传图片，新增类别与标签 |
| \`all\` | 另可写入所有来源的产品、删除类别、定义导出配置、读取产品历史：签发时的默认权限 |

每个调用注明所需权限，权限不足为 403。推送中属于其他来源的产品，其项为无效（\`other_source\`）。

## 对接顺序
1. 获取密钥。
2. 创建所需类别：\`POST /categories\`
3. 上传结构式图片：\`POST /media\`
4. 推送产品，并在 \`structure_url\` 中填入图片地址：\`POST /sync/push\`
5. 核对：\`GET /products?source=\`
6. 之后：\`PUT /products/{code}\`、\`DELETE /products/{code}\`、\`POST /tags/apply\`

保持副本同步：先取一次 \`GET /export\`，再从其 \`X-Changes-Cursor\` 起跟随 \`GET /changes\`（含删除）；或以已见到的最大 \`updated_at\`、或上次响应的 \`as_of\` 作为 \`updated_after\` 增量拉取。

## 请求
路径区分大小写，货号中的 \`/\` 写作 \`%2F\`。空查询参数视为未给，未知参数忽略，重复参数为 400。请求体为 JSON（\`application/json\`，UTF-8；除图片外可用 gzip、deflate、br 压缩），DELETE 可省略 Content-Type。HEAD 与 GET 相同；OPTIONS 列出方法。

## 响应
每个 JSON 响应都有 \`ok\`。v1 内可能增加字段，请忽略未知字段。错误遵循 RFC 9457，说明见 [/api-docs/errors](/api-docs/errors)；\`errors\` 指出每个有误的参数或字段。检查次序：404（路径）、405、401、403、415、413、400。\`X-Request-Id\` 取自请求（至多 64 个字符 \`A-Z a-z 0-9 . _ -\`）或由服务生成，并在响应中返回：求助时请给出。

GET 的响应带有 ETag；放入 \`If-None-Match\`，未变则返回 304。共享缓存可保留无密钥的读取 30 秒，但 \`/changes\` 以及带 \`updated_after\`、\`cursor\`、\`page\` 或 \`Prefer: wait\` 的读取除外。写入若未及时收到响应，可能已经完成，也可能没有：重发即可；会重复产生内容的调用可带 \`Idempotency-Key\`，其余调用无需此键，给出也会忽略。读取、\`POST /products/resolve\`、\`POST /products/search/structure\` 与 \`POST /rfq\` 可由任何来源的网页调用（CORS），写入仅限已配置的来源。

## 限制
| 项目 | 上限 |
| --- | --- |
| 有密钥读取 | 每密钥每分钟 ${READS_WITH_KEY} 次 |
| 无密钥读取 | 每地址（IPv6 为 /64）每分钟 ${READS_ANONYMOUS} 次 |
| 网页 | 每地址每分钟 ${PAGES} 次；检索页另计一次读取，站点地图分页计一次读取 |
| 写入与上传 | 不限 |
| 询价 | 每地址每分钟 ${INQUIRIES} 次，每次不超过 64 KB；每日另有按地址及全部无密钥调用的上限 |
| \`page_size\` | 200 |
| 推送 | 每次 50,000 个产品，64 MiB |
| 请求体中的值 | 推送 ${many(JSON_BOUNDS.push.values)}，其他 ${many(JSON_BOUNDS.usual.values)}；每个对象或数组计为五 |
| 不同的成员名 | 推送 ${many(JSON_BOUNDS.push.names)}，其他 ${many(JSON_BOUNDS.usual.names)} |
| 编码 | UTF-8 |
| 请求体停滞 | ${STALL_MS / 1_000} 秒后答 400 并断开连接 |
| 批量删除 | 每次 500 个编号 |
| 打标签 | 每次 5,000 个编号 |
| 别名 | 每次 500 个 |
| 图片 | 每张 10 MB，每次 20 张；列表为最近 100 张 |
| 检索 | 前 10,000 条 |
| 批量识别 | 每次 1,000 条，每 25 条（不足按一次）计一次读取 |

429 带有 \`Retry-After\`；受限的调用带有 \`RateLimit\` 与 \`RateLimit-Policy\`（IETF 草案 8）。

## AI 助手
站点根路径下的 \`/mcp\` 为 MCP 服务（streamable HTTP，协议版本 2026-07-28 与 2025-11-25），提供的工具与本接口共用目录与检索，除询价外均为只读；每条消息计一次读取，批量识别每 25 个标识计一次，询价另计一次询价；\`/llms.txt\` 为面向 AI 助手的说明。

## 版本
v1 内只增不减；将停用的功能提前一年以 \`Deprecation\`（RFC 9745）与 \`Sunset\`（RFC 8594）响应头公告。
`.trim(),
};
