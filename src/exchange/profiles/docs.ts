import { z } from 'zod';
import { ok } from '../../platform/index.js';
import type { AnswerDoc, RouteDoc } from '../../platform/index.js';
import { definitionSchema, SCOPES } from './definition.js';
import { PROFILE_TYPES } from './file-types.js';

// What the OpenAPI document says of profiles and deliveries.

const names = { tag: 'Profiles' } as const;
const named = (example: string) => ({ name: { description: 'The name of a profile · 配置名称', example } });
/** An example that every service has, and one that is made and deleted. */
const [BUILT_IN, OWN] = [named('cn-marketplace'), named('market')];

const EXAMPLE = {
  title: 'Marketplace',
  format: 'csv',
  columns: [
    { header: '货号', field: 'code' },
    { header: '供应商', constant: 'ACME' },
    { header: '库存', field: 'status', map: { in_stock: '现货' }, otherwise: '询价' },
  ],
  filter: { category: '标准品' },
};
const SHOWN = {
  name: 'market',
  built_in: false,
  updated_at: '2026-01-02T03:04:05.678Z',
  updated_by: 'erp',
  definition: definitionSchema.parse(EXAMPLE),
};

const shown = z
  .object({
    name: z.string(),
    built_in: z.boolean().meta({
      description: 'Comes with the service: cannot be changed or deleted. 服务自带：不可修改或删除。',
    }),
    updated_at: z.iso.datetime().nullable(),
    updated_by: z.string().nullable(),
    definition: definitionSchema,
  })
  .meta({ id: 'ExportProfile' });

const profileAnswer = (description: string): AnswerDoc => ({
  description,
  schema: z.object({ ok: z.literal(true), data: shown }),
  examples: { 'A profile · 一个配置': { ok: true, data: SHOWN } },
});

export const listProfilesDoc: RouteDoc = {
  ...names,
  id: 'listExportProfiles',
  summary: 'Export profiles · 导出配置',
  description: `A user-defined export: which products, which columns in which order, in which file. \`csv\`, \`chemicalbook\`, \`cas-supplier\`, \`pubchem\`, \`cn-marketplace\` and \`agent-feed\` (\`products.jsonl\` of the Agentic Commerce Protocol of 2026-04-17, without prices) come with the service. \`GET /export?profile=\` writes the file; \`POST /export/profiles/{name}/deliveries\` writes it too, and puts on record that it was delivered.

自定义导出：选哪些产品、哪些列及其顺序、何种文件。\`csv\`、\`chemicalbook\`、\`cas-supplier\`、\`pubchem\`、\`cn-marketplace\`、\`agent-feed\`（Agentic Commerce Protocol 2026-04-17 的 \`products.jsonl\`，不含价格）为内置配置。\`GET /export?profile=\` 输出文件；\`POST /export/profiles/{name}/deliveries\` 输出文件并记录交付。`,
  answers: ok(
    'Those of the service first, then by name · 先内置，后按名称',
    { data: z.array(shown) },
    { 'One profile · 一个配置': { data: [SHOWN] } },
  ),
};

export const getProfileDoc: RouteDoc = {
  ...names,
  id: 'getExportProfile',
  summary: 'An export profile · 导出配置详情',
  params: BUILT_IN,
  answers: { 200: profileAnswer('The profile · 配置') },
};

export const putProfileDoc: RouteDoc = {
  ...names,
  id: 'putExportProfile',
  guarded: true,
  summary: 'Make or replace an export profile · 新建或替换导出配置',
  description: `The whole profile; what is left out has its default. It holds plain values only: no SQL, no script. Errors name the column. \`sdf\` holds the products that have a structure, the columns as data items. After a change of what a file holds the next delivery must be one of everything.

提交完整配置，未给的部分取默认值。只含普通值，不含 SQL 或脚本；错误会指出所在的列。\`sdf\` 仅含有结构的产品，各列为数据项。内容改变后，下一次交付须为全量。`,
  params: OWN,
  answers: {
    200: profileAnswer('Replaced · 已替换'),
    201: profileAnswer('Made · 已新建'),
  },
  examples: {
    'English headers': {
      title: 'Partner',
      format: 'tsv',
      encoding: 'ascii',
      language: 'en',
      columns: [
        { header: 'Number', field: 'code' },
        { header: 'CAS', field: 'cas', map: { 'N/A': '' } },
      ],
    },
    中文表头: EXAMPLE,
  },
};

export const deleteProfileDoc: RouteDoc = {
  ...names,
  id: 'deleteExportProfile',
  guarded: true,
  summary: 'Delete an export profile · 删除导出配置',
  description: `Its deliveries stay on record.

其交付记录仍保留。`,
  params: OWN,
  answers: ok('Deleted · 已删除', { name: z.string() }, { 'Deleted · 已删除': { name: 'market' } }),
};

const delivery = z
  .object({
    id: z.int(),
    profile: z.string(),
    at: z.iso.datetime(),
    by: z.string().meta({
      description: 'The key, or the member of staff. 密钥或员工。',
    }),
    recipient: z.string().meta({
      description: 'To whom; the next delta to them goes on there. 接收方；向其的下一次 delta 由此接续。',
    }),
    scope: z.enum(SCOPES),
    count: z.int().meta({ description: 'Products, or numbers that were revoked. 产品数，或撤销的编号数。' }),
    bytes: z.int(),
    file: z.string(),
    sha256: z.string().meta({ description: 'Of the whole file, hexadecimal. 整个文件的散列，十六进制。' }),
  })
  .meta({ id: 'ExportDelivery' });

export const listDeliveriesDoc: RouteDoc = {
  ...names,
  id: 'listExportDeliveries',
  summary: 'What was delivered by a profile, and when · 交付记录',
  description: `Newest first; kept for 400 days, also those of a deleted profile. 404 where there is neither the profile nor a delivery by it.

最新的在前；保留 400 天，配置删除后仍在。既无该配置、也无其交付记录时为 404。`,
  params: BUILT_IN,
  answers: ok(
    'Deliveries · 交付记录',
    { data: z.array(delivery) },
    {
      'One delivery · 一次交付': {
        data: [
          {
            id: 12,
            profile: 'market',
            at: '2026-01-02T03:04:05.678Z',
            by: 'erp',
            recipient: 'erp',
            scope: 'delta',
            count: 31,
            bytes: 4210,
            file: 'market-delta-2026-01-02.csv',
            sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
          },
        ],
      },
    },
  ),
};

export const deliverDoc: RouteDoc = {
  ...names,
  id: 'deliverExport',
  summary: 'Deliver a file by a profile · 按配置交付文件',
  description: `The file of \`GET /export?profile=\`, and the record of it: position in the change log, count, SHA-256. It is recorded once the service has written all of it: a download that breaks off before is none. What was on its way by then may be lost with the connection: who holds a file of another SHA-256 than the record takes \`scope=all\`.

Each recipient has its own deliveries: it is the name of the key (another key of that name goes on with them) unless \`recipient\` names one, as a key with the access \`all\` may. \`delta\` holds what has changed since the last delivery of products to the recipient (everything where there was none), \`revocations\` the numbers that have gone since the last delivery of revocations or of everything: deleted, or no longer what the profile holds (withdrawn, in another category, …). A recipient who takes everything once, and then each delta and after it the revocations, has what a new copy has. What was told may be told again, and numbers that the recipient never had may be among the revocations. Where a delivery is too old to be continued (30 days), or was made by another definition, the answer is 410: take \`scope=all\`.

输出与 \`GET /export?profile=\` 相同的文件，并记录变更日志中的位置、数量与 SHA-256。服务完整写出后才记录，在此之前中断的下载不算；此时仍在途中的部分可能随连接丢失：所收文件与记录的 SHA-256 不符时，请取 \`scope=all\`。各接收方的交付互不影响：接收方为密钥的名称（同名的新密钥接续），或由 \`recipient\` 指定（限权限为 \`all\` 的密钥）。\`delta\` 为自上次向该接收方交付产品以来的变更（此前没有交付则为全部）；\`revocations\` 为自上次撤销或全量交付以来不再有的货号：已删除，或不再符合配置（下架、类别改变等）。先取一次全量，此后每次取 delta 再取 revocations，即与新的全量一致。变更可能重复给出，撤销中可能含接收方从未收到的货号。若上次交付过旧（30 天）或配置内容已变，返回 410：请取 \`scope=all\`。`,
  params: BUILT_IN,
  problems: [403, 410],
  answers: {
    200: {
      description: 'The file · 文件',
      schema: z.object({
        ok: z.literal(true),
        data: z.array(z.record(z.string(), z.unknown())),
        count: z.int(),
      }),
      examples: {
        'Base format json · 基础格式 json': {
          ok: true,
          data: [{ code: 'PDS-001859', name: '阿司匹林' }],
          count: 1,
        },
      },
      otherTypes: {
        'text/csv': '货号,供应商\r\nPDS-001859,ACME\r\n',
        'application/x-ndjson': '{"code":"PDS-001859"}\n',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '(a workbook · 工作簿)',
        ...PROFILE_TYPES,
      },
      streamed: true,
      headers: {
        'Content-Disposition': 'A dated file name · 带日期的文件名',
        'X-Total-Count': 'Rows · 行数',
        'X-Changes-Cursor': 'Where this file stands in the change log · 该文件在变更日志中的位置',
      },
    },
  },
};
