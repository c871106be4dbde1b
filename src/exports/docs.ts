import { z } from 'zod';
import type { RouteDoc } from '../http/route.js';
import { PROFILE_TYPES } from '../profiles/file-types.js';
import { FIELD_NAMES } from '../products/fields.js';
import { FORMATS } from './formats.js';
import { exampleProduct, productSchema } from '../products/schemas.js';

const someFields = productSchema
  .partial()
  .extend({
    product_url: z.string().optional().meta({
      description: "Address of the product's page on the storefront, with `fields=` only / 产品网页地址",
      example: 'http://localhost:3000/products/PDS-000100',
    }),
  })
  .meta({ id: 'SomeFields', description: 'The fields that `fields=` names, in its order. 所指定的字段。' });

const profileRow = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .meta({ id: 'ProfileRow', description: 'What a profile makes of a product. 按导出配置生成的一行。' });

const XLSX = FORMATS.xlsx.contentType;
const SDF = `PDS-000100
Actelion Java MolfileCreator 1.0

  2  1  0  0  0  0  0  0  0  0999 V2000
    0.0000    0.0000    0.0000 C   0  0
    1.5000    0.0000    0.0000 O   0  0
  1  2  1  0
M  END
> <code>
PDS-000100

$$$$
`;
const CSV = [FIELD_NAMES, Object.values(exampleProduct)].map((cells) => `${cells.join(',')}\r\n`).join('');

export const exportDoc: RouteDoc = {
  id: 'exportProducts',
  tag: 'Products',
  summary: 'Export the whole catalogue · 全量导出',
  description: `One snapshot of the catalogue, streamed; addresses of structure images are absolute. \`csv\` is UTF-8 with a BOM, lines end in CRLF (RFC 4180), columns are the 19 fields; texts are as they are stored, also those that begin with \`=\`, \`+\`, \`-\` or \`@\`: who opens the file in a spreadsheet should import it as text. A product or CAS number that looks like one with a guard against spreadsheets (\`'000125\`, \`="000125"\`) has one apostrophe more in columns \`code\` and \`cas\` of CSV files, which an import takes off. \`chemicalbook\` is a CSV with the columns \`货号, CAS号, 中文名称, 英文名称, 中文同义词, 英文同义词, 分子式, 分子量, 相关类别, 库存状态, 结构式图片, 产品说明, 更新时间\`, without withdrawn products. \`ndjson\` is one product a line. \`xlsx\` is a workbook: texts are texts (a CAS number is no date, what begins with \`=\` no formula), numbers are numbers, addresses are links (the first 65,530 a sheet), the header stays in view; beyond 1,048,575 products it goes on on another sheet. \`sdf\` is an SD file of the products that have a structure: a molfile with places for the atoms under the product's number, then the fields that have a value as data items; the places are worked out on the way, some 500 a second. \`fields=\` chooses other fields, in its order. Where the stream fails midway the connection is broken off: a cut file never looks whole. Only some exports run at once; others wait, and get a 503 after 30 s. A client takes at least 64 KB/s (before compression, averaged over a minute, after the first 30 s) and all of it within an hour, else the connection is broken off. The ETag names the state of the catalogue and what was asked of it: an unchanged one is a 304 without a query (there is none while a write is under way that began before the last one, nor with \`quality\`). Who sends \`TE: trailers\` and takes no compression gets the SHA-256 of the file behind it, as \`Repr-Digest\` (RFC 9530). An export that was broken off goes on with \`Range: bytes=N-\` and its strong ETag in \`If-Range\` (206), as long as the catalogue is what it was; otherwise all of it is sent. A strong ETag has who takes no compression (\`xlsx\`: everybody). HEAD gives the headers without \`X-Changes-Cursor\`, \`X-Total-Count\` and \`ETag\`.

目录的一个快照，流式输出；结构式图片为绝对地址。\`csv\` 为带 BOM 的 UTF-8，CRLF 换行，列为 19 个字段，文本保持原样（以 \`=\`、\`+\`、\`-\`、\`@\` 开头者亦然，用电子表格打开时请按文本导入；编号或 CAS 号本身形如防电子表格改写的写法，即 \`'000125\`、\`="000125"\` 者，在 CSV 的 \`code\`、\`cas\` 列中前面多一个撇号，导入时去掉）；\`fields=\` 可另选字段及顺序。\`chemicalbook\` 为上列各栏的 CSV，不含下架产品。\`ndjson\` 每行一个产品。\`xlsx\` 为工作簿：文本即文本（CAS 号不会变成日期，\`=\` 开头者不会变成公式），数字即数字，地址为链接（每表前 65,530 个），首行冻结；超过 1,048,575 个产品则续于下一工作表。\`sdf\` 为 SD 文件，仅含有结构的产品：以产品编号为题的 molfile（含坐标，边导出边计算，每秒约 500 个），其后为有值的字段。中途失败则断开连接，残缺文件不会看似完整。同时进行的导出有限，其余排队，30 秒后返回 503。客户端须以不低于 64 KB/s 的速度读取（按压缩前计，每分钟平均，前 30 秒不计），并在一小时内读完，否则断开连接。ETag 标识目录状态与所求内容，未变则返回 304，不再查询（有更早开始的写入尚未结束时，或使用 \`quality\` 时，无 ETag）。请求带 \`TE: trailers\` 且不接受压缩时，文件之后附 \`Repr-Digest\`（SHA-256）。中断的导出可用 \`Range\` 与 \`If-Range\`（强 ETag）续传，目录未变时返回 206，否则返回整个文件；强 ETag 仅给不接受压缩的请求（\`xlsx\` 除外）。`,
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
          data: [{ code: 'PDS-000100', product_url: 'http://localhost:3000/products/PDS-000100' }],
          count: 1,
        },
      },
      otherTypes: {
        'text/csv': CSV,
        'application/x-ndjson': `${JSON.stringify(exampleProduct)}\n`,
        ...PROFILE_TYPES,
        'chemical/x-mdl-sdfile': SDF,
        [XLSX]: 'PK…',
      },
      streamed: true,
      headers: {
        'Content-Disposition': 'A dated file name · 带日期的文件名',
        'Accept-Ranges': '`bytes` where it can be gone on with · 可续传时为 `bytes`',
        ETag: 'Names this state of the catalogue and what was asked of it: send it back in If-None-Match · 目录状态的标识，可放入 If-None-Match',
        'X-Total-Count': 'Rows of the file · 文件的行数',
        'X-Changes-Cursor':
          'Where this snapshot stands in the change log: go on with `GET /changes?after=` · 快照在变更日志中的位置',
      },
    },
    206: {
      description:
        'What of the file was asked for by `Range`, with its ETag in `If-Range`: an export that was broken off goes on · 续传的部分',
      type: '*/*', // that of the whole file
    },
    304: {
      description: 'Unchanged since the ETag in If-None-Match · 自该 ETag 以来未变',
      headers: { ETag: 'As it was sent · 同所发送' },
    },
  },
  problems: [416],
};
