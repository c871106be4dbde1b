import { SIGN_IN_TEXTS } from './sign-in-texts.js';
import type { Texts } from './words.js';

/** What is said of a call that was refused: of all of it, and of a field or row. */
export const PROBLEM_TEXTS = {
  problems: {
    ...SIGN_IN_TEXTS.problems,
    'administrator-required': ['仅管理员可以执行此操作。', 'Only an administrator may do this.'],
    'foreign-origin': [
      '服务认为该调用来自其他网站。',
      'The service takes this request for one from another site.',
    ],
    'not-found': ['记录不存在或已被删除。', 'This record does not exist, or no longer does.'],
    'changed-meanwhile': [
      '此内容刚被他人修改，尚未保存。请刷新页面后重新修改。',
      'Somebody else has changed this in the meantime. Nothing was saved: reload the page, then make your changes again.',
    ],
    'confirmation-needed': [
      '所涉产品已多于确认的数目。未作任何修改，请重新核对。',
      'More products are affected than you confirmed. Nothing was changed: please check again.',
    ],
    'bulk-edit-running': [
      '另一项批量修改正在进行，请等待其结束。',
      'Another bulk edit is running. Please wait until it has finished.',
    ],
    gone: ['已过期限，无法恢复。', 'It is too late: this can no longer be restored.'],
    'too-large': ['内容过大。', 'This is too large.'],
    'unsupported-media-type': ['不是图片，或图片已损坏。', 'This is not an image, or it is damaged.'],
  },
  reasons: {
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
    empty: ['文件为空。', 'The file is empty.'],
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
    too_large: ['超过 10 MB', 'More than 10 MB'],
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
    invalid_type: ['类型不对', 'Wrong type'],
  },
} satisfies Texts;
