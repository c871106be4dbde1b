/** Words of a code, in Chinese and English. */
type Words = readonly [cn: string, en: string];

/**
 * The codes that `errors` of a refusal and of a push carry, with their words. Callers may rely on them: a code that is used
 * stands here, and in the document.
 */
export const FAULT_CODES = {
  structure_no_structure: ['无法识别为结构。', 'This cannot be read as a structure.'],
  structure_open_structure: [
    '结构中有未指明元素的位置，或以缩写（如 OMe）代替原子。',
    'The structure has a position without an element, or a label such as OMe in place of atoms.',
  ],
  structure_too_large: ['非氢原子超过 300 个', 'More than 300 non-hydrogen atoms'],
  structure_too_long: ['超过 10 kB', 'Longer than 10 kB'],
  structure_too_complex: ['过于复杂，无法读取', 'Too complex to read'],
  structure_unreadable: [
    '无法识别此结构，也没有带结构的产品以此为名。',
    'This is not a readable structure, nor does it name a product that has one.',
  ],
  several_substances: [
    '可能指不止一种物质，请改用货号。',
    'This may mean more than one substance. Give a product number instead.',
  ],
  taken: ['该货号的产品已存在。', 'A product with this number already exists.'],
  name_taken: ['已有同名账号。', 'An account with this name already exists.'],
  last_administrator: ['必须保留至少一名管理员。', 'At least one administrator must remain.'],
  empty: ['为空', 'Empty'],
  import_failed: [
    '服务出错。重新导入之前请先核对产品。',
    'The service failed. Check the products before you import again.',
  ],
  no_product: ['已写入，但该号尚无产品', 'Stored, but no product has this number'],
  required: ['必填', 'Required'],
  too_long: ['过长', 'Too long'],
  bad_length: ['为空或过长', 'Empty or too long'],
  unknown_category: ['没有这个类别。', 'There is no such category.'],
  same_name: ['名称没有变化。', 'This is already its name.'],
  default_category: [
    '没有类别的产品会归入此类别，不能重命名。',
    'Products without a category get this one, so it cannot be renamed.',
  ],
  unknown_name: ['没有这个名称（或已不存在）。', 'This name does not exist, or no longer does.'],
  bad_url: ['既不是 http(s) 地址，也不是 /media/<编号>', 'Neither an http(s) address nor /media/<id>'],
  not_a_number: ['不是数字', 'Not a number'],
  spreadsheet_error: [
    '单元格为表格错误值（如 #N/A），或未保存结果的公式',
    'A spreadsheet error, such as #N/A, or a formula that was saved without its result',
  ],
  inexact_number: [
    '数字末位已丢失（请将该列设为文本格式）',
    'A number that has lost its last digits: format the column as text',
  ],
  negative: ['不能为负数', 'Must not be negative'],
  reserved: ['该值为保留值。', 'This is reserved.'],
  control_character: ['含有控制字符', 'Contains a control character'],
  bad_character: ['含有不允许的字符', 'Contains a character that is not allowed'],
  in_the_past: ['时间已过', 'Is in the past'],
  no_https_address: ['不是 https 地址', 'Not an https address'],
  not_https: ['必须以 https:// 开头', 'Must begin with https://'],
  private_address: ['不能位于私有网络', 'Must not be in a private network'],
  credentials: ['地址中不能带用户名或密码', 'Must not contain a user name or password'],
  too_many: ['数量已达上限。', 'There are too many already.'],
  ambiguous_cas: [
    '多个产品有此 CAS 号，请填写货号。',
    'Several products have this CAS number; give a product number.',
  ],
  other_source: [
    '产品属于其他来源，此密钥不能写入。',
    'The product is of another source, which the key may not write.',
  ],
  code_taken: [
    '由 CAS 号生成的货号已被占用，请填写货号。',
    'The number made from the CAS number is taken; give a product number.',
  ],
  unknown_status: ['未知状态', 'Unknown status'],
  not_an_image: [
    '不是 PNG、JPEG、GIF、WebP 或 BMP 图片。',
    'This is not a PNG, JPEG, GIF, WebP or BMP image.',
  ],
  damaged: ['图片不完整或已损坏。', 'The image is truncated or damaged.'],
  too_large: ['过大', 'Too large'],
  too_many_pixels: ['图片像素过多。', 'The image has too many pixels.'],
  bad_group: ['分组最多 50 个字符。', 'A group may have 50 characters at most.'],
  in_use: ['有产品使用此图片。', 'A product shows this image.'],
  one_of_two: ['请填 CAS 号或货号之一', 'Give either a CAS number or a product number'],
  bad_language: ['不是语言代码（如 zh、en、zh-Hant）', 'Not a language code (such as zh, en, zh-Hant)'],
  unknown_kind: ['未知种类', 'Unknown kind'],
  no_letter: ['须含文字或数字', 'Must contain a letter or digit'],
  repeated: ['同一产品重复给出', 'Given twice for this product'],
  built_in: [
    '内置配置不能修改，请另取名称保存。',
    'Built-in profiles stay as they are: save it under another name.',
  ],
  bad_name: [
    '须为 1 至 40 个小写字母、数字或连字符',
    'Must be 1 to 40 lower-case letters, digits or hyphens',
  ],
  wrong_password: ['当前密码不正确。', 'This is not your current password.'],
  bad_password: ['须为 10 至 200 个字符', '10 to 200 characters'],
  common_password: [
    '过于容易猜到：请勿使用常见密码、用户名、键盘连续字符、年份或重复字符。',
    'Too easy to guess: avoid common passwords, your user name, keyboard rows, years and repetitions.',
  ],
  translator_away: [
    '翻译服务没有正常响应，请重试或自行填写。',
    'The translation service did not respond properly. Try again, or type the name.',
  ],
  bad_filename: ['文件名最多 255 个字符。', 'A file name may have 255 characters at most.'],
  wrong_type: ['类型不对', 'Wrong type'],
  malformed_row: ['该行的列数与表头不符', 'The row has another number of columns than the header'],
  malformed_json: ['该行不是有效的 JSON', 'The row is not valid JSON'],
  not_finite: ['不是有限的数', 'Not a finite number'],
  malformed_text: ['文字不完整', 'Incomplete characters in the text'],
  code_too_long: [
    '由该 CAS 号生成的货号过长，请填写货号。',
    'The number made from this CAS number is too long; give a product number.',
  ],
  ambiguous: ['可能指多个产品。', 'Names several products.'],
  bad_cursor: ['不是此列表的游标', 'Not a cursor of this list'],
  bad_format: ['格式不对', 'Wrong format'],
  bad_time: ['不是 ISO 8601 日期或时间', 'Not an ISO 8601 date or time'],
  empty_range: ['下限大于上限', 'The range is empty'],
  extension: ['文件扩展名不被接受', 'Not an accepted file extension'],
  invalid: ['取值不可接受', 'Not acceptable'],
  malformed_form: ['表单无法读取', 'The form cannot be read'],
  missing: ['表单缺少此文件', 'The form lacks this file'],
  missing_parts: ['之前的分批尚未全部送达', 'Parts before this one have not come'],
  no_images: ['至少须有一张图片', 'At least one image is needed'],
  no_structure: ['无法识别为结构', 'Cannot be read as a structure'],
  not_an_object: ['不是 JSON 对象', 'Not an object'],
  not_editable: ['此字段不可修改', 'Cannot be changed'],
  not_here: ['此处不可使用', 'Cannot be given here'],
  not_whole: ['产品多于列出的数目，请缩小范围', 'More products than are listed: narrow the search'],
  open_structure: [
    '结构中有无元素的原子，或以缩写代替原子',
    'Has an atom without an element, or a label in place of atoms',
  ],
  other_filters: ['游标对应其他筛选条件或排序', 'Was made with other filters or another order'],
  out_of_range: ['超出范围', 'Out of range'],
  too_complex: ['过于复杂，无法读取', 'Too complex to read'],
  too_deep: ['超出可翻阅的范围', 'Reaches too far'],
  too_few: ['数量过少', 'Too few'],
  too_many_images: ['单次调用的图片过多', 'Too many images in a call'],
  unexpected_file: ['须为名为 file 的单个文件', 'One file, in a part named file'],
  unidentified: ['未能识别其所指产品', 'Names no product that could be told'],
  unknown_field: ['没有这个字段', 'No such field'],
  unknown_line: ['没有这一行，或重复给出', 'No such line, or given twice'],
  unknown_parameter: ['没有这个参数', 'No such parameter'],
  unknown_profile: ['没有这个导出配置', 'No such profile'],
  unknown_value: ['不是允许的值', 'Not one of the values'],
  unreadable: ['无法识别', 'Cannot be read'],
  missing_image: ['缺少图片', 'No image is given'],
  not_base64: ['不是有效的 base64', 'Not valid base64'],
  not_text: ['不是文本', 'Not a text'],
  unsupported_type: ['不接受此类型的图片', 'Not an accepted type of image'],
  broken: ['文件已损坏或无法读取', 'The file is damaged or cannot be read'],
  foreign: ['不是 CSV、NDJSON、JSON 或 xlsx 文件', 'Not a CSV, NDJSON, JSON or xlsx file'],
  large: ['文件过大', 'The file is too large'],
  structures_building: ['结构库正在载入', 'The structures are still being loaded'],
  structures_away: ['结构检索暂不可用', 'The search by structure is away'],
  not_both: ['两者不能同时给出', 'Only one of the two may be given'],
  needs_missing: ['仅与 missing=off 同用', 'Means something only with missing=off'],
  unreadable_cell: ['单元格无法读取', 'A cell that cannot be read'],
  needs_list: ['仅与 list 同用', 'Means something only with list'],
} satisfies Record<string, Words>;

/** The words of warnings, by their reason. */
export const WARNING_WORDS = {
  ...FAULT_CODES,
  // What a warning says of a structure: its product is stored without it.
  no_structure: FAULT_CODES.structure_no_structure,
  open_structure: FAULT_CODES.structure_open_structure,
  too_large: FAULT_CODES.structure_too_large,
  too_long: FAULT_CODES.structure_too_long,
  too_complex: FAULT_CODES.structure_too_complex,
  check_digit: ['CAS 号校验位不符', 'Wrong check digit in the CAS number'],
  date: ['被表格当作日期', 'Taken for a date by a spreadsheet'],
  no_formula: ['不是分子式', 'Not a formula'],
  number_as_text: ['数字以文字给出', 'Number given as text'],
  unusual_characters: ['货号含全角或形似字符', 'Full-width or look-alike characters in the product number'],
  lookalike: [
    '与另一货号、类别、系列或标签看似相同，仅不可见字符或写法不同',
    'Looks like another product number, category, series or tag, but is not the same text',
  ],
  other_weight: ['分子量与分子式不符', 'Molecular weight does not match the formula'],
  structure_formula: ['分子式与结构不符', 'Formula does not match the structure'],
  structure_weight: ['分子量与结构不符', 'Molecular weight does not match the structure'],
  name_structure: ['名称与结构不符', 'Name contradicts the structure'],
  name_isomer: ['名称指其异构体，或未写明结构', 'Name means an isomer, or leaves the structure open'],
  several_names: ['同一 CAS 号有不同名称', 'Different names for the same CAS number'],
  several_formulas: ['同一 CAS 号有不同分子式', 'Different formulas for the same CAS number'],
  repeated: ['同一产品多次出现，以后者为准', 'Product given more than once; the last one is used'],
  other_column: ['同一字段有多列，此列未读取', 'Several columns for one field; this one is not read'],
  merged_cells: ['合并的单元格：下方各行未取得此值', 'Merged cells: the rows below do not get the value'],
  inexact_number: ['数字位数超过表格所能保留的位数', 'More digits than a spreadsheet keeps'],
  no_value: ['表示“没有”的写法，按未给处理', 'Says that there is nothing: counts as not given'],
  no_cas: ['不是 CAS 号，按原样保存', 'Not a CAS number; stored as it is'],
  quotes: ['首尾有引号，或在括号内', 'Begins or ends with a quote, or stands in brackets'],
  garbled: ['疑为乱码或 HTML 字符', 'Looks garbled by a wrong encoding, or by HTML'],
  title: ['表头上方的行，已跳过', 'Rows above the header, skipped'],
  rule: ['分隔线，已跳过', 'Lines of dashes, skipped'],
  total: ['合计行，已跳过', 'Totals, skipped'],
  page: ['页码，已跳过', 'Page numbers, skipped'],
  note: ['备注、示例或列说明行，已跳过', 'Notes, examples and what columns may hold, skipped'],
  header_again: ['重复的表头，已跳过', 'The header once more, skipped'],
} satisfies Record<string, Words>;

export type FaultCode = keyof typeof FAULT_CODES;

/** A reason as a code of ours; `invalid` where it is none. */
export const codeNamed = (reason: unknown): FaultCode =>
  Object.hasOwn(FAULT_CODES, String(reason)) ? (reason as FaultCode) : 'invalid';

interface Said {
  reason: string;
  message: string;
  others?: readonly Said[];
}

/** What was wrong with an item of a push, its sentence in Chinese where there are words for its reason. */
export function inChinese<F extends Said>(fault: F, words: Record<string, Words> = FAULT_CODES): F {
  const [message = fault.message] = words[fault.reason] ?? [];
  const others = fault.others?.map((other) => inChinese(other, words));
  return { ...fault, message, ...(others && { others }) };
}
