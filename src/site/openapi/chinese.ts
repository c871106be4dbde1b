/** The Chinese of texts of the document that are in English only: short remarks on parameters and fields. */
export const CHINESE: Record<string, string> = {
  'From 1 (default 1). Pages are counted by offset: for deep reads follow `next_cursor`. With `updated_after` a page goes on behind the one before, as you were shown that within 15 minutes, so that what is edited or deleted meanwhile makes you skip nothing; `total` counts on from there.':
    '从 1 起（默认 1）。按偏移分页；深度翻页请沿 `next_cursor`。带 `updated_after` 时，若前一页在 15 分钟内给出过，则从其末行之后继续，期间的编辑或删除不致漏读；`total` 由此累计。',
  'From 1 (default 1).': '从 1 起（默认 1）。',
  'Products a page, 1 to 200 (default 20).': '每页产品数，1 至 200（默认 20）。',
  'Changes a page, 1 to 100 (default 20).': '每页变更数，1 至 100（默认 20）。',
  'Aliases a page, 1 to 200 (default 20).': '每页别名数，1 至 200（默认 20）。',
  'Deliveries a page, 1 to 200 (default 50).': '每页交付数，1 至 200（默认 50）。',
  'Changes to read, 1 to 1000 (default 100).': '读取的变更数，1 至 1000（默认 100）。',
  'Only this category. An unknown one gives an empty list.': '仅此类别；未知类别返回空列表。',
  'Only this category.': '仅此类别。',
  'Only this drug series.': '仅此药物系列。',
  'Only products with this status.': '仅此供货状态的产品。',
  'Only products that are (`true`, `1`) or are not (`false`, `0`) in stock.':
    '仅现货（`true`、`1`）或仅非现货（`false`、`0`）。',
  'Only products written strictly later, up to `as_of`. ISO 8601; UTC where it has no offset.':
    '仅此时刻之后（不含该时刻）、`as_of` 之前写入的产品。ISO 8601；无时区偏移则为 UTC。',
  'Only products created by keys with this source label.': '仅由带此来源标签的密钥创建的产品。',
  'Only products that carry this tag.': '仅带此标签的产品。',
  'Only products that this check of `GET /quality` finds. Needs a key: without one the answer is a 401. While products are still being checked after very many changes it is a 503.':
    '仅 `GET /quality` 的该项检查所发现的产品。须有密钥，否则返回 401。大量变更后仍在检查产品时返回 503。',
  'Default `-updated_at`; `updated_at` where `updated_after` is given.':
    '默认 `-updated_at`；给出 `updated_after` 时默认 `updated_at`。',
  'The `next_cursor` of the page before: continues by key at constant cost at any depth.':
    '上一页的 `next_cursor`：按键续读，任何深度代价相同。',
  'The `next_cursor` of the page before.': '上一页的 `next_cursor`。',
  'null where a cursor was given': '给出游标时为 null',
  'null on the last page': '末页为 null',
  'No change up to this instant can appear any more: the right next `updated_after`.':
    '此时刻之前不会再出现变更：即下一次的 `updated_after`。',
  '`skip` leaves products alone that would not change, and counts them in `unchanged`.':
    '`skip` 不改动内容未变的产品，并计入 `unchanged`。',
  '`true` answers the same and writes no product; `changes` tells what would be written.':
    '`true` 只作答、不写入；`changes` 说明将写入什么。',
  'Counted only with `unchanged=skip`': '仅在 `unchanged=skip` 时计数',
  'Numbers of the accepted products, in order of first appearance': '已接受产品的编号，按首次出现的次序',
  'Of the item, from 0': '该项的位置，从 0 起',
  'Why items were not accepted, one entry for each; the first 1000': '未接受的原因，每项一条；前 1000 条',
  'As it was given': '原样',
  'As it was given.': '原样。',
  'What is probably wrong with accepted items; the first 1000': '已接受项中的可疑之处；前 1000 条',
  'With `dry_run=true`: what would be written, and which fields would change; 1000 at most':
    '`dry_run=true` 时：将写入的内容与将改变的字段；至多 1000 条',
  'Continues after the last change; null where there is none.': '从最后一项变更之后继续；没有则为 null。',
  '`off`: the file is all that your source has. What your source created before and the file does not name is set to `off`.':
    '`off`：文件即该来源的全部产品；该来源此前创建而文件未列出的产品设为 `off`（下架）。',
  'With `missing=off`: how many products it switches off. Needed where these are more than a tenth of those of your source that are not off yet, or where the file is empty. With the last part of a list it counts what the whole list switches off.':
    '`missing=off` 时：将下架的产品数。若超过该来源未下架产品的十分之一，或文件为空，则必须给出。对清单的最后一部分，为整个清单将下架的产品数。',
  'With `missing=off`: the file is a part of the list of this name. Nothing is switched off before its last part.':
    '`missing=off` 时：文件为该名称的清单的一部分；最后一部分之前不下架任何产品。',
  'With `list`: the number of the part, from 1. A part may be sent again.':
    '`list` 时：部分的编号，从 1 起；可重发。',
  'With `list`: `true` with the last part. The parts before it must have come within 24 hours.':
    '`list` 时：最后一部分为 `true`；此前各部分须在 24 小时内提交。',
  'With `list`: the parts of the list that have come': '`list` 时：已收到的部分',
  'In the file; in a JSON array the position, from 1': '在文件中的行；JSON 数组中为位置，从 1 起',
  'Why rows were not accepted; the first 1000': '未接受的原因；前 1000 行',
  'What is probably wrong with accepted rows; the first 1000': '已接受行中的可疑之处；前 1000 行',
  'Products that a full list (`missing=off`) had switched off, and that are on again: with the status that they had, unless the item says another; the first 1000':
    '曾因全部产品清单（`missing=off`）下架、现又上架的产品：除非该项另行指定，恢复原状态；前 1000 个',
  'With `missing=off`: the products that were switched off, the first 1000':
    '`missing=off` 时：已下架的产品，前 1000 个',
  'What to look for: a name in Chinese or English, pinyin, a synonym, an alias, a product number, a CAS number or the beginning of one, a formula, a molecular weight (`mw 180.16`), a tag, or several of them, also in a sentence; or a list of up to 25 names and numbers, by line breaks, semicolons or commas (`items`). Without it everything is listed. The first 300 characters (after NFKC) are read.':
    '检索内容：中英文名称、拼音、同义词、别名、产品编号、CAS 号或其开头、分子式、分子量（`mw 180.16`）、标签，或其组合，也可为句子；或至多 25 个名称与编号的列表，以换行、分号或逗号分隔（`items`）。不给则列出全部。读取（NFKC 之后的）前 300 个字符。',
  'Any of several categories, up to 20, by `;` (within a value `\\;`); with `category` that one too.':
    '任一类别，至多 20 个，以 `;` 分隔（值内写 `\\;`）；与 `category` 合并。',
  'Any of several series, as `category_in`.': '任一系列，写法同 `category_in`。',
  'Any of several tags, as `category_in`.': '任一标签，写法同 `category_in`。',
  'Any of several states, as `category_in`.': '任一状态，写法同 `category_in`。',
  'Only products of at least this molecular weight.': '分子量不小于此值的产品。',
  'Only products of at most this molecular weight.': '分子量不大于此值的产品。',
  '`best` first unless given; `code`, `mw` (`-mw`: the heaviest first) or `newest`. Of a text its 1,000 best hits are put in order, and can be paged to.':
    '默认 `best`（最相关在前）；可为 `code`、`mw`（`-mw` 为从大到小）或 `newest`。有检索内容时，对最相关的 1,000 条排序并可翻页。',
  '`true` adds to each product where the query stands in its fields. The marks of a page have 20 ms; products that are left then come with an empty `highlight`.':
    '`true` 为每个产品标出检索内容在各字段中的位置。每页的标注限 20 毫秒，其余产品的 `highlight` 为空。',
  '`true` adds how many of the found products carry which value.': '`true` 给出各取值的命中产品数。',
  '`true` adds to each product which reading of the query found it.':
    '`true` 为每个产品给出命中它的解读方式。',
  'Offset in UTF-16 units of the text of the field.': '在字段文本中的偏移（UTF-16 单位）。',
  'The name that was found, where it is none of the fields.': '命中的名称（不在字段之中时）。',
  'Of the search; an answer that is repeated from memory keeps its own. No part of the ETag.':
    '检索耗时；由缓存重复的应答保留其原值。不计入 ETag。',
  'Answered from the database because the search engine is away.': '检索引擎不可用，由数据库应答。',
  'Answered from the database because the search engine is away; or some structures could not be looked for just now.':
    '检索引擎不可用，由数据库应答；或部分结构暂时无法检索。',
  'Of the product in `data`; `null`: none was found.': '`data` 中产品的编号；`null` 为未找到。',
  'What has been typed so far; the first 300 characters (after NFKC) are read.':
    '已输入的内容；读取（NFKC 之后的）前 300 个字符。',
  'Its place in the list, from 0.': '在列表中的位置，从 0 起。',
  'How many have which match.': '各种匹配的数量。',
  'Only for `chemicalbook`; default `utf-8`.': '仅用于 `chemicalbook`；默认 `utf-8`。',
  'In place of what the profile says.': '代替配置中的设定。',
  'Whom the file is for: a delta and revocations go on at the last delivery to this recipient. The name of your key unless given.':
    '文件的接收方：delta 与 revocations 从上次向该接收方的交付接续。默认为您的密钥名称。',
  'Whether `GET /export?profile=` works without a key.': '`GET /export?profile=` 是否无需密钥。',
  'Of csv and tsv; default `utf-8-bom` for csv, `utf-8` for tsv. The others are UTF-8.':
    '用于 csv 与 tsv；csv 默认 `utf-8-bom`，tsv 默认 `utf-8`。其他格式为 UTF-8。',
  'For `ascii`: what stands for a character without a counterpart (default `?`). Greek letters are spelled out (α: alpha), accents go, full width, dashes, primes, and raised and lowered digits become plain.':
    '用于 `ascii`：无对应字符时的替代（默认 `?`）。希腊字母拼写（α 为 alpha），去除重音，全角、各种连字符、撇号与上下标数字化为普通字符。',
  '`sdf`: structures, each with the columns as data items; products without a structure are left out, and revocations are csv.':
    '`sdf`：结构文件，各列为数据项；不含无结构的产品，撤销列表为 csv。',
  'Of the headers.': '表头的语言。',
  'Default: the title of the field in the language of the profile.': '默认为该字段在配置语言中的标题。',
  'In place of a field: the same text in each row.': '代替字段：每行相同的文本。',
  'What is written in place of a value; an empty text leaves the cell empty.':
    '代替某值写出的内容；空文本则单元格为空。',
  'In place of every value that `map` does not have; without it the value itself.':
    '代替 `map` 中没有的值；不给则写原值。',
  'Where the product has no value.': '产品无值时写出的内容。',
  '`line`: line breaks become a space (texts). `pipes`: parts are separated by `|` (synonyms, tags). `lines`: each part on a line of its own (the same). `date`: the day alone (`updated_at`). `two-decimals` (`mw`).':
    '`line`：换行化为空格（文本）。`pipes`：以 `|` 分隔（同义词、标签）。`lines`：每项一行（同上）。`date`：仅日期（`updated_at`）。`two-decimals`：两位小数（`mw`）。',
  'Of the rows: by product number, or as they were created.': '行的次序：按产品编号，或按创建次序。',
  'More rows than this make a zip of several files.': '行数超过此值则为多个文件的 zip。',
  '`addresses`: columns may hold the address of the image or drawing. `none`: they may not. `{files, bytes}`: zips of at most so many images and bytes, each named by its product number.':
    '`addresses`：列中可有图片或绘图的地址。`none`：不可。`{files, bytes}`：图片 zip，各至多如许文件与字节，以产品编号命名。',
  'Without it: all but `off`.': '不给则为 `off` 以外的全部。',
  'What a delivery holds: all products; those that have changed since the last one; the numbers of those that have gone since.':
    '交付的内容：全部产品；自上次以来有变更的产品；自上次以来不再有的编号。',
  'Only deliveries with a lower number: the last one of the page before.':
    '仅编号更小的交付：上一页最后一个的编号。',
  'The `next` of the answer before, or the `X-Changes-Cursor` of an export. Without it: no items, `next` at the end of the log.':
    '上次应答的 `next`，或导出的 `X-Changes-Cursor`。不给则无条目，`next` 为日志末尾。',
  'Whether there are more changes to be read now.': '是否还有变更可读。',
  'false while products are still being checked after very many changes, such as a restore: the counts go on changing by themselves.':
    '大量变更（如恢复备份）之后仍在检查时为 false：数字还会自行变化。',
  'Distinct products that were tagged': '已打标签的不同产品数',
  'Only those of this CAS number.': '仅此 CAS 号的别名。',
  'Only those of the product with this number.': '仅此编号产品的别名。',
  'Only those that contain this text, in any case.': '仅含此文本者，不分大小写。',
  'Only those of this language (BCP 47).': '仅此语言（BCP 47）。',
  'Only those that this source added; `starter` is the list that comes with the service.':
    '仅由此来源添加者；`starter` 为服务自带的列表。',
  'A brand, a name in trade, an old or colloquial name, a name in another language, a number of another register.':
    '商品名、行业名、旧称或俗称、外文名、其他登记号。',
  'Whether all images were stored.': '是否全部图片均已保存。',
  'Below the origin of the site.': '站点根之下的地址。',
  'For one image its result, for an array the results in its order.':
    '单张图片为其结果，数组则按次序为各结果。',
  'Default `api`.': '默认 `api`。',
  'The group of the image; default `api`.': '图片的分组；默认 `api`。',
  'Its number': '其编号',
  'Number of the webhook': '通知的编号',
  'Only where it equals the one in the path.': '仅当与路径中的相同。',
  'One image as a data URL, or as base64 with its media type.': '一张图片：data URL，或 base64 加其类型。',
  'An error as RFC 9457 problem details.': 'RFC 9457 problem details 形式的错误。',
  'An API key, an account of the back office, a file that this account imported, the command line; `database`: somebody in the database itself.':
    'API 密钥、后台账号、该账号导入的文件、命令行；`database` 为直接在数据库中的改动。',
  'Part of a bulk edit, or of the undoing of one.': '属于一次批量修改或其撤销。',
  'Of the key or of the account.': '密钥或账号的名称。',
  'The fields that differ. Of a deletion all that held something; none of a new product.':
    '有变化的字段。删除则为所有有值的字段；新产品则无。',
  'Comes with the service: cannot be changed or deleted.': '服务自带：不可修改或删除。',
  'The key, the member of staff, or `catalogue` (the command line).':
    '密钥、员工，或 `catalogue`（命令行）。',
  'To whom; the next delta to them goes on there.': '接收方；向其的下一次 delta 由此接续。',
  'Products, or numbers that were revoked.': '产品数，或撤销的编号数。',
  'Of the whole file, hexadecimal.': '整个文件的散列，十六进制。',
  'Every product with this CAS number has the name.': '具有此 CAS 号的产品均有此名称。',
  'In place of `cas`: the one product that has it.': '代替 `cas`：具有此名称的那一个产品。',
  'BCP 47; null where it is the same in all languages.': 'BCP 47；各语言相同时为 null。',
  'Who added it: `starter` (comes with the service), `back-office`, or a key.':
    '添加者：`starter`（服务自带）、`back-office`（后台）或密钥。',
};
