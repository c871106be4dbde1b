import { z } from 'zod';
import {
  booleanText,
  ENCODINGS,
  ok,
  oneOf,
  problemSchema,
  tidyName,
  wholeNumber,
} from '../../platform/index.js';
import { mappingName } from './mapping.js';
import type { RouteDoc } from '../../platform/index.js';
import { COLUMN_NAMES, MAX_PARTS, pushAnswer, pushQuery, pushShown } from '../../catalogue/index.js';

// What the OpenAPI document says of files that are pushed.

/** The names that columns may have, a line for each field. */
const columnNames = COLUMN_NAMES.map(
  ([field, names]) => `- \`${field}\`: ${names.map((name) => `\`${name}\``).join(', ')}`,
).join('\n');

const binary = z.string().meta({ format: 'binary' });
const ITEM = { code: 'PDS-001859', name_cn: '阿司匹林', cas: '50-78-2', stock: 25 };

/** The bodies that the document shows. The type of a file is found from its content. */
export const fileBodies = {
  'multipart/form-data': { schema: z.object({ file: binary }), example: { file: '(binary)' } },
  'text/csv': { schema: z.string(), example: '货号,品名,cas,库存\r\nPDS-001859,阿司匹林,50-78-2,25\r\n' },
  'application/json': { schema: pushShown, example: [ITEM] },
  'application/x-ndjson': { schema: z.string(), example: `${JSON.stringify(ITEM)}\n` },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    schema: binary,
    example: '(binary)',
  },
  'application/gzip': { schema: binary, example: '(binary)' },
  'application/octet-stream': { schema: binary, example: '(binary)' },
};

/** Media types by which files come. */
export const FILE_TYPES = [
  ...Object.keys(fileBodies),
  'application/*+json',
  'application/x-gzip',
  'application/vnd.ms-excel',
  'text/*',
];

export const fileQuery = pushQuery.extend({
  missing: z.enum(['off'], { error: 'must be off' }).optional().meta({
    description:
      '`off`: the file is all that your source has. What your source created before and the file does not name is set to `off`. `off`：文件即该来源的全部产品；该来源此前创建而文件未列出的产品设为 `off`（下架）。',
  }),
  encoding: oneOf(ENCODINGS).optional().meta({
    description:
      'The character encoding of a text. Without it it is found; the answer names it, and `encoding_unsure` says that another one may be right. 文本的字符编码。不给则自动识别；响应中给出，`encoding_unsure` 表示可能有误。',
  }),
  mapping: mappingName.optional().meta({
    description:
      'The name of a mapping: what the columns are read as, as staff have set it on the page of imports. Without it one that is remembered for these columns and your source is used, where there is one; the answer names it, and `ignored_fields` what it leaves out. 列映射的名称（员工在导入页面设置）。不给则使用为该来源及相同表头记住的映射（如有）；响应中给出名称，其忽略的列在 `ignored_fields` 中。',
  }),
  confirm: wholeNumber(0, 999_999_999).optional().meta({
    description:
      'With `missing=off`: how many products it switches off. Needed where these are more than a tenth of those of your source that are not off yet, or where the file is empty. With the last part of a list it counts what the whole list switches off. `missing=off` 时：将下架的产品数。若超过该来源未下架产品的十分之一，或文件为空，则必须给出。对清单的最后一部分，为整个清单将下架的产品数。',
  }),
  list: tidyName({ max: 100 }).optional().meta({
    description:
      'With `missing=off`: the file is a part of the list of this name. Nothing is switched off before its last part. `missing=off` 时：文件为该名称的清单的一部分；最后一部分之前不下架任何产品。',
  }),
  part: wholeNumber(1, MAX_PARTS).optional().meta({
    description:
      'With `list`: the number of the part, from 1. A part may be sent again. `list` 时：部分的编号，从 1 起；可重发。',
  }),
  last: booleanText.optional().meta({
    description:
      'With `list`: `true` with the last part. The parts before it must have come within 24 hours. `list` 时：最后一部分为 `true`；此前各部分须在 24 小时内提交。',
  }),
});

const line = z.int().meta({
  description: 'In the file; in a JSON array the position, from 1 · 在文件中的行；JSON 数组中为位置，从 1 起',
});
const switchedOff = {
  switched_off: z.array(z.string()).optional().meta({
    description:
      'With `missing=off`: the products that were switched off, the first 1000 · `missing=off` 时：已下架的产品，前 1000 个',
  }),
  switched_off_total: z.int().optional(),
};
const parts = z
  .array(z.int())
  .optional()
  .meta({ description: 'With `list`: the parts of the list that have come · `list` 时：已收到的部分' });

const DONE = {
  ok: true,
  created: 1,
  updated: 1,
  unchanged: 0,
  invalid: 1,
  codes: ['PDS-001859', 'PDS-000101'],
  errors: [
    {
      index: 2,
      line: 4,
      code: 'PDS-000102',
      field: 'mw',
      reason: 'not_a_number',
      message: 'must be a number',
    },
  ],
  warnings: [],
  ignored_fields: ['仓库'],
  import_id: 4711,
};

const error = pushAnswer.shape.errors.element;

export const rejectedDoc: RouteDoc = {
  id: 'listRejected',
  tag: 'Products',
  summary: 'The rejected rows of a push or a file · 推送或文件中被拒绝的行',
  description: `All that the import \`{id}\` (\`import_id\` of its answer) rejected, also beyond the 1000 errors of the answer: in their order, with the values as they were given. Kept for 30 days: the first 50000 rows of an import, 32 MiB of them at most, and of all imports of a key the newest 128 MiB. Only for keys of the name with which the import was made. A dry run is kept too.

导入 \`{id}\`（其回答中的 \`import_id\`）所拒绝的全部行，包括回答中未列出的第 1000 条之后的错误：按原有顺序，附所给的值。保留 30 天：每次导入前 50000 行，至多 32 MiB；每个密钥的所有导入至多保留最新的 128 MiB。仅限与导入时同名的密钥读取。试运行的结果同样保留。`,
  params: { id: { description: '`import_id` of the answer · 回答中的 `import_id`', example: '4711' } },
  answers: ok(
    'A page of rejected rows · 一页被拒绝的行',
    {
      data: z.array(
        error
          .extend({
            line: line.optional(),
            values: z.unknown().meta({
              description:
                'The item as it was given, or what stood in its place; null where it was longer than 256 KiB · 所给的原样内容；超过 256 KiB 时为 null',
            }),
          })
          .meta({ id: 'RejectedRow' }),
      ),
      page: z.int(),
      page_size: z.int(),
      total: z.int().meta({
        description:
          'The rows that are kept; `counts.invalid` were rejected · 所保留的行；被拒绝的行数为 `counts.invalid`',
      }),
      id: z.int(),
      at: z.iso.datetime({ precision: 3 }),
      file_name: z
        .string()
        .nullable()
        .meta({ description: 'Of a file that came as a part of a form · 仅限以表单上传的文件' }),
      counts: z.record(z.string(), z.int()),
    },
    {
      'One row · 一行': {
        data: [
          {
            index: 2,
            line: 4,
            code: 'PDS-000102',
            field: 'mw',
            reason: 'not_a_number',
            message: 'must be a number',
            values: { 货号: 'PDS-000102', 品名: '咖啡因', 分子量: 'ca. 194' },
          },
        ],
        page: 1,
        page_size: 100,
        total: 1,
        id: 4711,
        at: '2026-01-02T03:04:05.678Z',
        file_name: 'stock.csv',
        counts: { created: 1, updated: 1, unchanged: 0, invalid: 1 },
      },
    },
  ),
  problems: [404],
};

export const fileDoc: RouteDoc = {
  id: 'pushFile',
  tag: 'Products',
  searchable: true,
  summary: 'Push a file: CSV, xlsx, JSON or NDJSON · 推送文件',
  description: `The same as a push, for programs that only write files. The file is the body, or the part \`file\` of a form; 64 MiB at most, also unpacked (a workbook 32 MiB), and at most 50000 products. What it is, its content tells, not its type: CSV (with commas, semicolons, tabs or pipes, with any line ends), the first sheet of an xlsx workbook that is not hidden and has a header, a JSON array or an object that has one (\`products\`, \`data\`, \`items\`; one array only), a JSON object a line; CSV and JSON also gzipped. The character encoding of a text is found (UTF-8, UTF-16, GB 18030, Big5, Shift JIS, EUC-JP, EUC-KR, Windows 1252, 1250 and 1251) and answered (\`encoding\`; where another may be right, \`encoding_unsure\`); \`encoding=\` chooses it. One of the first rows names fields or their aliases; a name may be in two languages or have a note (\`货号 Code\`, \`品名（必填）\`) where its parts agree. Rows about the table (titles, rules, totals, numbers of pages, notes, the header once more) are skipped with a warning that has no \`index\`. A row may be shorter than the header; an empty cell is "not supplied"; a decimal comma is read where its whole column has them (\`180,16\` between semicolons or tabs), and a molecular weight that may be a fraction or thousands refuses its row (\`not_a_number\`). An error of the spreadsheet such as \`#N/A\`, or a formula that was saved without its result, refuses its row (\`spreadsheet_error\`), and so does a product number that the spreadsheet has shortened to \`1.23E+11\` (\`inexact_number\`). A date in the place of a CAS number is read as the number of which a spreadsheet made it, where that can be only one; as a product number it refuses its row; elsewhere it is a warning (\`date\`). A cell of a workbook that cannot be read refuses its row (\`unreadable_cell\`). In a workbook a whole number is read as it is shown where its format only adds zeros or fixed text (\`00000\`, \`0-00-0\`); where cells are merged, only the first row gets their value (\`merged_cells\`); other sheets are not read (\`ignored_sheets\`). \`line\` says where in the file an item stands. All is written in one transaction; nothing is, where the file cannot be read to its end.

With \`missing=off\` the file is all that your source has (the source of your key): what it created before and the file does not name is set to \`off\` in the same transaction. A row that is refused still names its product. What was switched off has its former status again once your source pushes it (\`switched_on\`). Rows that name none are a 400. Where more than a tenth would be switched off, a 409 says how many; \`confirm\` with that number does it. \`dry_run=true\` tells the number and needs none. A list of more than 50000 products comes in parts: \`list=<name>&part=1\`, \`part=2\` and so on, each stored at once, the last one with \`last=true\`, which alone switches off what no part names. A part that is sent again takes the place of what it was; the next part after the last one begins the list anew. A source may have 10 unfinished lists of 2000000 products together; parts are forgotten after 24 hours.

与推送相同，供只能输出文件的系统使用。文件即请求体，或表单中名为 \`file\` 的部分；至多 64 MiB（解压后亦然，工作簿 32 MiB），至多 50000 个产品。格式以内容为准，与类型无关：CSV（逗号、分号、制表符或竖线，任何换行）、xlsx 工作簿的第一个未隐藏且有表头的工作表、JSON 数组或含数组的对象（\`products\`、\`data\`、\`items\`，仅一个数组）、每行一个 JSON 对象；CSV 与 JSON 可为 gzip。文本的字符编码自动识别（UTF-8、UTF-16、GB 18030、Big5、Shift JIS、EUC-JP、EUC-KR、Windows 1252、1250、1251）并在响应中给出（\`encoding\`；不确定时有 \`encoding_unsure\`），可用 \`encoding=\` 指定。前几行之一为字段名或其别名；列名可为双语或带注释（\`货号 Code\`、\`品名（必填）\`），各部分含义须一致。标题、分隔线、合计、页码、备注、重复的表头等行跳过，并给出没有 \`index\` 的警告。行可短于表头；空单元格视为未给；整列均为小数逗号时（以分号或制表符分隔的 \`180,16\`）按小数读取，可能是千位分隔的分子量使该行被拒绝（\`not_a_number\`）；单元格为表格错误值（如 \`#N/A\`）或未保存结果的公式的行被拒绝（\`spreadsheet_error\`），货号被表格缩写为 \`1.23E+11\` 的行亦然（\`inexact_number\`）。CAS 号处的日期，若仅可能由一个 CAS 号变成，则读作该号；货号处的日期使该行被拒绝，其他字段则警告（\`date\`）。工作簿中无法读取的单元格仅使其所在行被拒绝（\`unreadable_cell\`）。工作簿中，格式仅补零或加固定文字（\`00000\`、\`0-00-0\`）的整数按显示读取；合并的单元格仅首行取得其值（\`merged_cells\`）；其他工作表不读取（\`ignored_sheets\`）。\`line\` 为所在行。全部在一个事务中写入；文件无法读到末尾时不写入任何内容。

\`missing=off\` 表示文件即该来源（密钥的来源）的全部产品：该来源此前创建而文件未列出的产品在同一事务中改为 \`off\`。被拒绝的行仍算列出其产品；因此下架的产品在该来源再次推送时恢复原状态（\`switched_on\`）；无法辨认产品的行返回 400。若下架超过十分之一，则以 409 告知数量，用 \`confirm\` 给出该数量即可。\`dry_run=true\` 只告知数量，无需确认。超过 50000 个产品的清单可分部分提交：\`list=<名称>&part=1\`、\`part=2\` 等，各部分立即存储，最后一部分加 \`last=true\`，此时才将各部分均未列出的产品下架。重发的部分取代原先的该部分；最后一部分之后再来的部分使清单重新开始。每个来源至多 10 个未完成的清单，共 2000000 个产品；各部分保留 24 小时。

Names of columns beside those of fields, in any case, with any blanks and punctuation · 各列可用的列名（不计大小写、空格与标点）:

${columnNames}`,
  answers: {
    200: {
      description: 'What became of the rows · 各行结果',
      schema: pushAnswer.extend({
        errors: z
          .array(pushAnswer.shape.errors.element.extend({ line }).meta({ id: 'FileError' }))
          .meta({ description: 'Why rows were not accepted; the first 1000 · 未接受的原因；前 1000 行' }),
        warnings: z
          .array(
            pushAnswer.shape.warnings.element
              .extend({
                index: z.int().nullable().meta({
                  description:
                    'null for a row that is no item, such as a total · 非产品的行（如合计）为 null',
                }),
                line,
                field: z.string().nullable(),
                reason: z.enum([
                  ...pushAnswer.shape.warnings.element.shape.reason.options,
                  'other_column',
                  'merged_cells',
                  'inexact_number',
                  'title',
                  'rule',
                  'total',
                  'page',
                  'note',
                  'header_again',
                ]),
              })
              .meta({ id: 'FileWarning' }),
          )
          .meta({
            description:
              'What is probably wrong with accepted rows; the first 1000. Before them rows that were skipped, as they are about the table: titles, rules, totals, numbers of pages, notes, the header once more; the first 100 · 已接受行中的可疑之处；前 1000 行。之前为已跳过的行：标题、分隔线、合计、页码、备注、重复的表头；前 100 行',
          }),
        encoding: z
          .string()
          .optional()
          .meta({ description: 'Of a text: its character encoding · 文本的字符编码' }),
        encoding_unsure: z.literal(true).optional().meta({
          description: 'Another encoding may be right: look at the names · 编码可能有误，请核对名称',
        }),
        mapping: z
          .string()
          .optional()
          .meta({ description: 'The mapping by which its columns were read · 读取各列所用的映射' }),
        ignored_sheets: z.array(z.string()).optional().meta({
          description:
            'Of a workbook: further sheets with values, which are not read · 工作簿中有内容但未读取的其他工作表',
        }),
        ...switchedOff,
        parts,
      }),
      examples: {
        'A file · 文件': DONE,
        'A full list · 全部产品': { ...DONE, switched_off: ['PDS-000103'], switched_off_total: 1 },
      },
    },
    409: {
      description:
        'More products would be switched off than is done without a word · 将下架较多产品，需要确认',
      type: 'application/problem+json',
      schema: z.object({ ...problemSchema.shape, ...switchedOff }),
      examples: {
        'Three of four · 四个中的三个': {
          ok: false,
          type: 'http://localhost:3000/api-docs/errors#confirmation-needed',
          title: 'Confirmation needed',
          status: 409,
          detail:
            '3 of the 4 products of the source erp that are not off are missing. If all of them are to be switched off, say so with confirm=3. Nothing was switched off.',
          request_id: '0b9c1f6e-6d0c-4a43-9b43-5a0f3f1f9a51',
          switched_off: ['PDS-000101', 'PDS-000102', 'PDS-000103'],
          switched_off_total: 3,
        },
      },
    },
  },
};
