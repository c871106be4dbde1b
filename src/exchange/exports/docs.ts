import { z } from 'zod';
import type { RouteDoc } from '../../platform/index.js';
import { PROFILE_TYPES } from '../profiles/file-types.js';
import { exampleProduct, FIELD_NAMES, productSchema } from '../../catalogue/index.js';
import { FORMATS } from './formats.js';
import type { FormatName } from './formats.js';

const someFields = productSchema
  .partial()
  .extend({
    product_url: z.string().optional().meta({
      description: "Address of the product's page on the storefront, with `fields=` only / 产品网页地址",
      example: 'http://localhost:3000/products/PDS-001859',
    }),
    drawing_url: z.string().nullable().optional().meta({
      description: 'Address of a drawing of the structure, as SVG, where there is one / 结构绘图地址（SVG）',
      example: 'http://localhost:3000/api/v1/products/PDS-001859/structure.svg?v=0f1e2d3c',
    }),
    picture_url: z.string().nullable().optional().meta({
      description:
        '`structure_url`, or where there is none the drawing as WebP on white / 结构式图片，没有时为绘图（WebP，白底）',
      example: 'http://localhost:3000/media/1',
    }),
  })
  .meta({ id: 'SomeFields', description: 'The fields that `fields=` names, in its order. 所指定的字段。' });

const profileRow = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .meta({ id: 'ProfileRow', description: 'What a profile makes of a product. 按导出配置生成的一行。' });

const SDF = `PDS-001859
Actelion Java MolfileCreator 1.0

  2  1  0  0  0  0  0  0  0  0999 V2000
    0.0000    0.0000    0.0000 C   0  0
    1.5000    0.0000    0.0000 O   0  0
  1  2  1  0
M  END
> <code>
PDS-001859

$$$$
`;
const CSV = [FIELD_NAMES, Object.values(exampleProduct)].map((cells) => `${cells.join(',')}\r\n`).join('');
/** The beginning of a file of each format beside JSON. */
const SAMPLES: Record<Exclude<FormatName, 'json' | 'tsv'>, string> = {
  csv: CSV,
  ndjson: `${JSON.stringify(exampleProduct)}\n`,
  sdf: SDF,
  xlsx: 'PK…',
};
const typeOf = (name: FormatName): string => FORMATS[name].contentType.split(';')[0]!;

export const exportDoc: RouteDoc = {
  id: 'exportProducts',
  tag: 'Products',
  summary: 'Export the whole catalogue · 全量导出',
  description: `A file of one snapshot of the catalogue, streamed. Addresses of structure images are absolute. \`fields=\` chooses the columns and their order.

- \`json\`: one object, \`{"ok": true, "data": […], "count": N}\`.
- \`ndjson\`: a product a line.
- \`csv\`: the 19 fields, as UTF-8 with a BOM; lines end in CRLF (RFC 4180). Texts are as they are stored, also those that begin with \`=\`, \`+\`, \`-\` or \`@\`: import the file into a spreadsheet as text. A product or CAS number that itself looks like one with a guard against spreadsheets (\`'000125\`, \`="000125"\`) has one apostrophe more, which an import takes off.
- \`chemicalbook\`: a CSV without withdrawn products. Its columns are \`货号, CAS号, 中文名称, 英文名称, 中文同义词, 英文同义词, 分子式, 分子量, 相关类别, 库存状态, 结构式图片, 产品说明, 更新时间\`. Where a product has no image, the address is that of a drawing of its structure (WebP, 512 pixels, on white).
- \`xlsx\`: a workbook. Texts are texts (a CAS number is no date, what begins with \`=\` no formula), numbers are numbers, addresses are links (the first 65,530 of a sheet). After 1,048,575 products another sheet begins.
- \`sdf\`: an SD file of the products that have a structure: a molfile under the product's number, then the fields that have a value as data items. Coordinates are worked out on the way, for some 500 products a second: of the exports that may run at once, half at most are such files. It counts as one more read for each 250 products, up to 60. It has no ETag, and is sent whole: it cannot be resumed.

**Resume** A file that was broken off goes on with \`Range: bytes=N-\` and its strong ETag in \`If-Range\`: the answer is a 206 as long as the catalogue is unchanged, else the whole file (200). The ETag is strong where the request takes no compression (\`Accept-Encoding: identity\`); that of \`xlsx\` always is.

**Unchanged** The ETag names the state of the catalogue and what was asked of it. In \`If-None-Match\` it makes an unchanged export a 304 without a query. There is none with \`quality\` or \`format=sdf\`, nor while a write runs that began before the newest change.

**Whole or not** Where the stream fails midway the connection is broken off, so that a cut file never looks whole. \`X-Total-Count\` says how many rows it has. \`TE: trailers\` without compression adds the SHA-256 of the file behind it, as \`Repr-Digest\` (RFC 9530).

**Going on** The highest \`updated_at\` of a file is the right next \`updated_after\`: while an older write is under way, what is later is there with an earlier \`updated_at\`, and comes again with its own (see \`GET /products\`).

**Pace** A few exports run at once; others wait, and get a 503 after 30 s. A client takes at least 64 KB/s (before compression, averaged over a minute, not counting the first 30 s) and all of it within an hour, else the connection is broken off. HEAD gives the headers without \`X-Changes-Cursor\`, \`X-Total-Count\` and \`ETag\`.

目录的一个快照，流式输出；结构式图片为绝对地址。\`fields=\` 可另选列及其顺序。

- \`json\`: 一个对象，\`{"ok": true, "data": […], "count": N}\`。
- \`ndjson\`: 每行一个产品。
- \`csv\`: 19 个字段，带 BOM 的 UTF-8，CRLF 换行（RFC 4180）。文本保持原样，以 \`=\`、\`+\`、\`-\`、\`@\` 开头者亦然：用电子表格打开时请按文本导入。编号或 CAS 号本身形如防电子表格改写的写法（\`'000125\`、\`="000125"\`）者，前面多一个撇号，导入时去掉。
- \`chemicalbook\`: 不含下架产品的 CSV，列为 \`货号, CAS号, 中文名称, 英文名称, 中文同义词, 英文同义词, 分子式, 分子量, 相关类别, 库存状态, 结构式图片, 产品说明, 更新时间\`。没有图片的产品，其地址为结构绘图（WebP，512 像素，白底）。
- \`xlsx\`: 工作簿。文本即文本（CAS 号不会变成日期，\`=\` 开头者不会变成公式），数字即数字，地址为链接（每表前 65,530 个）；超过 1,048,575 个产品则续于下一工作表。
- \`sdf\`: SD 文件，仅含有结构的产品：以货号为题的 molfile，其后为有值的字段。坐标边导出边计算，每秒约 500 个产品：可同时进行的导出中至多一半为此类文件。每 250 个产品另计一次读取，至多 60 次。没有 ETag，总是整个发送，不能续传。

**续传** 中断的文件可用 \`Range: bytes=N-\` 并在 \`If-Range\` 中给出其强 ETag 续传：目录未变则返回 206，否则返回整个文件（200）。请求不接受压缩（\`Accept-Encoding: identity\`）时 ETag 为强；\`xlsx\` 的 ETag 总是强的。

**未变** ETag 标识目录状态与所求内容；放入 \`If-None-Match\`，未变则返回 304，不再查询。使用 \`quality\` 或 \`format=sdf\` 时，或有早于最新变更开始的写入尚未结束时，没有 ETag。

**完整性** 中途失败则断开连接，残缺文件不会看似完整。\`X-Total-Count\` 为行数。请求带 \`TE: trailers\` 且不接受压缩时，文件之后附 \`Repr-Digest\`（SHA-256，RFC 9530）。

**续拉** 文件中最大的 \`updated_at\` 即下一次的 \`updated_after\`：较早的写入尚在进行时，更晚的产品以较早的 \`updated_at\` 给出，之后会带着自身时刻再次出现（见 \`GET /products\`）。

**速度** 同时进行的导出有限，其余排队，30 秒后返回 503。客户端须以不低于 64 KB/s 的速度读取（按压缩前计，每分钟平均，前 30 秒不计），并在一小时内读完，否则断开连接。HEAD 不含 \`X-Changes-Cursor\`、\`X-Total-Count\` 与 \`ETag\`。`,
  answers: {
    200: {
      description: 'The file · 文件',
      schema: z.object({
        ok: z.literal(true),
        data: z.array(z.union([productSchema, someFields, profileRow])),
        count: z.int(),
      }),
      examples: {
        'One product · 一个产品': { ok: true, data: [exampleProduct], count: 1 },
        'With fields=code,product_url · 指定字段': {
          ok: true,
          data: [{ code: 'PDS-001859', product_url: 'http://localhost:3000/products/PDS-001859' }],
          count: 1,
        },
      },
      otherTypes: {
        ...PROFILE_TYPES,
        ...Object.fromEntries(
          Object.entries(SAMPLES).map(([name, sample]) => [typeOf(name as keyof typeof SAMPLES), sample]),
        ),
      },
      streamed: true,
      headers: {
        'Content-Disposition': 'A dated file name · 带日期的文件名',
        'Accept-Ranges': '`bytes` where the download can be resumed · 可续传时为 `bytes`',
        ETag: 'Names this state of the catalogue and what was asked of it: send it back in If-None-Match · 目录状态的标识，可放入 If-None-Match',
        'X-Total-Count': 'Rows of the file · 文件的行数',
        'X-Changes-Cursor':
          'Where this snapshot stands in the change log: go on with `GET /changes?after=` · 快照在变更日志中的位置',
      },
    },
    206: {
      description:
        'The part of the file that `Range` asks for, where its ETag stands in `If-Range` · `Range` 所要求的部分（`If-Range` 须为其 ETag）',
      type: '*/*', // that of the whole file
    },
    304: {
      description: 'Unchanged since the ETag in If-None-Match · 自该 ETag 以来未变',
      headers: { ETag: 'As it was sent · 同所发送' },
    },
  },
  problems: [416],
};
