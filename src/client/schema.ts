// Made from the OpenAPI document by `npm run client:types`: not to be edited.
/* oxlint-disable */

export interface paths {
  '/products': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List products · 产品列表
     * @description The product written last comes first, unless `sort` or `updated_after` says otherwise. For an incremental pull send the highest `updated_at` that you have seen, or the `as_of` of the answer before, as `updated_after`: neither misses anything, for with `updated_after` a product is shown once nothing older can still appear. It waits for writes that began before it: seconds as a rule, five minutes at most (an administrator's restore aside); `as_of` says how far the answer reaches. Without `updated_after`, in the detail and in `/changes` it is there at once. So that you can begin with any list, none shows an `updated_at` later than its `as_of`: while an older write is under way (and behind a cursor, where it was written since the first page) what is later has `as_of` in its place, and comes again with its own. For deep reads follow `next_cursor`; with `cursor` there is no `page` and no `total`. While others write, `sort=code` shows every product exactly once, `sort=updated_at` at least once.
     *
     *     默认最近写入的在前。增量拉取：以已见到的最大 `updated_at`，或上次响应的 `as_of`，作为 `updated_after`，二者均不遗漏：带 `updated_after` 时，产品在不会再出现更早的写入之后才显示，即等待先于它开始的写入结束（通常数秒，至多五分钟，管理员恢复备份除外），`as_of` 说明响应覆盖到何时。不带 `updated_after` 的列表、详情与 `/changes` 立即可见。列表中的 `updated_at` 不晚于其 `as_of`，故可从任何列表开始：较早的写入尚在进行时（以及用游标续读时，首页之后写入者），更晚的时刻以 `as_of` 代替，之后会带着自身时刻再次出现。深度翻页请沿 `next_cursor`，此时无 `page` 与 `total`。并发写入时，`sort=code` 每个产品恰好出现一次，`sort=updated_at` 至少一次。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['listProducts'];
    put?: never;
    /**
     * Push products, the same as /sync/push · 同 /sync/push
     * @description Creates or updates in bulk. All valid items are written together or not at all; an invalid one stops no other, and `errors` says why. Pushing the same items again is harmless: where no answer came in time the push may have been made or not, so repeat it. It needs no `Idempotency-Key`.
     *
     *     - Which product: by `code`; without one by the CAS number. A new product without a `code` gets `EXT-<CAS>`, and needs a Chinese name.
     *     - Which fields: those that are given; all others stay. `null` is "not given", an empty text clears an optional field.
     *     - Which keys: the names of fields, their aliases, and behind these the names that columns of files may have, in any case. Other keys are ignored, and named in `ignored_fields`.
     *     - Stock: `stock` above 0 sets the status `in_stock`; 0 or less turns `in_stock` into `futures` and leaves other states. An explicit `status` wins.
     *     - Values: CAS numbers in any width, with other dashes or a "CAS" in front; numbers in full width or with separated thousands; statuses as words (现货, in stock). Words for nothing (`-`, 无, `NULL`, `N/A`, `TBD`) count as not given in all fields but descriptions, with one warning a field; `N/A` for `cas` is the value of a product without one.
     *     - Warnings: what is probably wrong with accepted items. They refuse nothing.
     *
     *     `dry_run=true` answers the same and writes no product.
     *
     *     批量新增或更新。有效项一起写入，无效项列于 `errors`，互不影响。重复推送无害：未及时收到响应时，可能已写入，也可能没有，重发即可；无需 `Idempotency-Key`。
     *
     *     - 匹配：按 `code`，没有则按 CAS 号。新产品没有 `code` 时编号为 `EXT-<CAS>`，且须有中文名称。
     *     - 字段：只覆盖所给字段。`null` 视为未给，空文本清空可选字段。
     *     - 键名：字段名、其别名，其次为文件列名，不分大小写；其他键忽略，列于 `ignored_fields`。
     *     - 库存：`stock` 大于 0 即为现货；不大于 0 则现货转为期货，其他状态不变。显式 `status` 优先。
     *     - 取值：CAS 号的全角、其他连字符与 “CAS” 前缀，全角数字与千分位，状态文字（现货、in stock）均可识别。表示“没有”的写法（`-`、无、`NULL`、`N/A`、`TBD`）除说明外一律视为未给，每个字段警告一次；`cas` 的 `N/A` 即无 CAS 号。
     *     - 警告：已接受项中的可疑之处，不影响写入。
     *
     *     `dry_run=true` 只作答，不写入产品。
     *
     *     **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     *
     *     **Body** JSON, 64 MiB at most.
     *
     *     **请求体** JSON，至多 64 MiB。
     */
    post: operations['createProducts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/products/{code}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * One product by its number or CAS number · 按编号或 CAS 号取产品
     * @description By product number first, then by CAS number (in stock first, then by number). With it come the numbers that share its CAS number, and the other products of its series (200 at most each; where there are more, `same_cas_truncated` or `series_products_truncated` says so).
     *
     *     先按货号，再按 CAS 号（现货优先）。同时给出 CAS 号相同的编号及同系列的其他产品（各至多 200 个；若有更多，以 `same_cas_truncated`、`series_products_truncated` 标明）。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['getProduct'];
    /**
     * Change fields of a product · 修改产品字段
     * @description Omitted fields stay as they are; an empty text or null clears one (not `name_cn`). `updated_fields` are the supplied fields whose stored value changed. The product number cannot change. With `was`, what you saw of the fields that you change, an edit over what somebody else has changed meanwhile is refused (412).
     *
     *     未给的字段保持不变；空文本或 null 清空字段（`name_cn` 除外）。`updated_fields` 为值确有变化的字段。货号不可更改。附 `was`（所改字段此前的值）时，若已被他人修改则拒绝（412）。
     *
     *     **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     *
     *     **Body** JSON, 256 KiB at most.
     *
     *     **请求体** JSON，至多 256 KiB。
     */
    put: operations['editProduct'];
    post?: never;
    /**
     * Delete a product · 删除产品
     * @description **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     */
    delete: operations['deleteProduct'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/products/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete up to 500 products · 批量删除（至多 500）
     * @description A number that is given twice counts once. A key with the access `push` deletes products of its source alone; others are in `failed`.
     *
     *     重复的编号只计一次。权限为 `push` 的密钥仅删除其来源的产品，其余列于 `failed`。
     *
     *     **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     *
     *     **Body** JSON, 256 KiB at most.
     *
     *     **请求体** JSON，至多 256 KiB。
     */
    delete: operations['deleteProducts'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sync/push': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Push products: create or update in bulk · 批量推送产品
     * @description Creates or updates in bulk. All valid items are written together or not at all; an invalid one stops no other, and `errors` says why. Pushing the same items again is harmless: where no answer came in time the push may have been made or not, so repeat it. It needs no `Idempotency-Key`.
     *
     *     - Which product: by `code`; without one by the CAS number. A new product without a `code` gets `EXT-<CAS>`, and needs a Chinese name.
     *     - Which fields: those that are given; all others stay. `null` is "not given", an empty text clears an optional field.
     *     - Which keys: the names of fields, their aliases, and behind these the names that columns of files may have, in any case. Other keys are ignored, and named in `ignored_fields`.
     *     - Stock: `stock` above 0 sets the status `in_stock`; 0 or less turns `in_stock` into `futures` and leaves other states. An explicit `status` wins.
     *     - Values: CAS numbers in any width, with other dashes or a "CAS" in front; numbers in full width or with separated thousands; statuses as words (现货, in stock). Words for nothing (`-`, 无, `NULL`, `N/A`, `TBD`) count as not given in all fields but descriptions, with one warning a field; `N/A` for `cas` is the value of a product without one.
     *     - Warnings: what is probably wrong with accepted items. They refuse nothing.
     *
     *     `dry_run=true` answers the same and writes no product.
     *
     *     批量新增或更新。有效项一起写入，无效项列于 `errors`，互不影响。重复推送无害：未及时收到响应时，可能已写入，也可能没有，重发即可；无需 `Idempotency-Key`。
     *
     *     - 匹配：按 `code`，没有则按 CAS 号。新产品没有 `code` 时编号为 `EXT-<CAS>`，且须有中文名称。
     *     - 字段：只覆盖所给字段。`null` 视为未给，空文本清空可选字段。
     *     - 键名：字段名、其别名，其次为文件列名，不分大小写；其他键忽略，列于 `ignored_fields`。
     *     - 库存：`stock` 大于 0 即为现货；不大于 0 则现货转为期货，其他状态不变。显式 `status` 优先。
     *     - 取值：CAS 号的全角、其他连字符与 “CAS” 前缀，全角数字与千分位，状态文字（现货、in stock）均可识别。表示“没有”的写法（`-`、无、`NULL`、`N/A`、`TBD`）除说明外一律视为未给，每个字段警告一次；`cas` 的 `N/A` 即无 CAS 号。
     *     - 警告：已接受项中的可疑之处，不影响写入。
     *
     *     `dry_run=true` 只作答，不写入产品。
     *
     *     **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     *
     *     **Body** JSON, 64 MiB at most.
     *
     *     **请求体** JSON，至多 64 MiB。
     */
    post: operations['pushProducts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/products/{code}/structure': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The structure of a product · 产品的结构
     * @description 404 where the product has none. · 产品没有结构时为 404。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['getStructure'];
    /**
     * Give a product its structure · 设定产品的结构
     * @description Exactly one of `smiles`, `molfile` (V2000 or V3000) and `inchi`: at most 10,240 bytes (a molfile 65,536), and 300 atoms that are not hydrogen. An InChI is a standard one (`InChI=1S/`). What cannot be read is a 400 that names it. A push takes the same keys beside the fields of a product; there it is a warning, and the structure is not stored.
     *
     *     `smiles`、`molfile`（V2000 或 V3000）、`inchi` 三者择一：至多 10,240 字节（molfile 为 65,536）、300 个非氢原子；InChI 须为标准型（`InChI=1S/`）。无法识别时为 400 并指明字段。推送产品时亦可携带这些键；届时无法识别仅为警告，结构不予保存。
     *
     *     **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     *
     *     **Body** JSON, 128 KiB at most.
     *
     *     **请求体** JSON，至多 128 KiB。
     */
    put: operations['putStructure'];
    post?: never;
    /**
     * Remove the structure of a product · 删除产品的结构
     * @description **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     */
    delete: operations['deleteStructure'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/products/{code}/forms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Other forms of the substance · 同一物质的其他形式
     * @description Stereoisomers, labelled forms, salts, hydrates and solvates of what the product is, and other products of the same structure. They are found by structure, not by name: the largest part of both has the same atoms bonded in the same way. Those that differ least come first, 200 at most; where there are more, `truncated` says so. None of them stands for the product: `differs_in` says why. What was pushed a moment ago may still be missing. 404 where the product has no structure.
     *
     *     同一物质的立体异构体、同位素标记物、盐、水合物与溶剂合物，以及结构相同的其他产品；按结构而非名称查找。差异最小者在前，至多 200 个；若有更多，以 `truncated` 标明。它们均不能代替该产品，原因见 `differs_in`。刚推送的结构可能尚未列出。产品没有结构时为 404。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['getOtherForms'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/products/{code}/structure.svg': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * A picture of the structure · 结构图
     * @description Drawn from the structure, as SVG, or as WebP with `w`. It has no background, but with `ground`. Not counted by the limits of reads; what is drawn anew has a limit of its own, 600 a minute. 404 where the product has no structure.
     *
     *     由结构绘制的 SVG；带 `w` 时为 WebP。无背景（可用 `ground` 指定），不计入读取限额；需重新绘制者每分钟至多 600 次。产品没有结构时为 404。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     */
    get: operations['drawStructure'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/products/{code}/history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Who changed what of a product, and when · 产品的变更历史
     * @description The last change first, for 400 days; real differences only. A deleted product keeps its history. The fields are as they are stored, without those that are computed; `structure` is a structure that was replaced or removed, as it was given.
     *
     *     最近的变更在前，保留 400 天，只记录确有变化的字段。已删除的产品仍有历史。字段为存储值，不含计算字段；`structure` 为被替换或移除的结构（原样）。
     *
     *     **Key** With the access `all`.
     *
     *     **密钥** 权限须为 `all`。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['listHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What changed since a position · 自某位置以来的变更
     * @description In the order of the change log, an item a product; `op` and `product` are its state at the time of reading. Nothing committed is ever missed. Deletions are kept for 30 days; an older position, or one of another history (from before a restore, or from a time that was lost when an older copy of the database was put back), is a 410: take a full export and go on from its `X-Changes-Cursor`.
     *
     *     按变更日志的顺序，每个产品一项；`op` 与 `product` 为读取时的状态，已提交的变更绝不遗漏。删除记录保留 30 天；更早的位置，或属于另一段历史的位置（恢复备份之前，或因换回较旧的数据库副本而丢失的时段）返回 410，请重新全量导出。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['listChanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/categories': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All categories · 全部类别
     * @description The defaults first, then in order of creation.
     *
     *     默认类别在前，其余按创建顺序。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['listCategories'];
    put?: never;
    /**
     * Add categories · 新增类别
     * @description Names that exist already are skipped.
     *
     *     已有的名称跳过。
     *
     *     **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     *
     *     **Body** JSON, 1 MiB at most.
     *
     *     **请求体** JSON，至多 1 MiB。
     */
    post: operations['addCategories'];
    /**
     * Delete categories · 删除类别
     * @description Products that carry a deleted category keep its text.
     *
     *     产品保留其已删除类别的文字。
     *
     *     **Key** With the access `all`.
     *
     *     **密钥** 权限须为 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     *
     *     **Body** JSON, 1 MiB at most.
     *
     *     **请求体** JSON，至多 1 MiB。
     */
    delete: operations['deleteCategories'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tags': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The tag dictionary · 标签字典
     * @description The tag used most comes first. `use_count` is the number of products that carry the tag now, always exact.
     *
     *     最常用的在前。`use_count` 为当前带有该标签的产品数，始终精确。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['listTags'];
    put?: never;
    /**
     * Add tags to the dictionary · 新增标签
     * @description Tags that are there already are skipped. Tags of pushed and tagged products enter the dictionary by themselves.
     *
     *     已有的跳过。产品所带的标签会自动进入字典。
     *
     *     **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     *
     *     **Body** JSON, 4 MiB at most.
     *
     *     **请求体** JSON，至多 4 MiB。
     */
    post: operations['addTags'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/tags/apply': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Tag products · 为产品打标签
     * @description `append` (the default) adds tags that a product does not have yet; `replace` overwrites its tags, and clears them where `tags` is empty. A product whose tags would grow over 300 characters is left as it is and listed in `failed`, and so is one of another source, for a key with the access `push`.
     *
     *     `append`（默认）追加并去重；`replace` 覆盖，`tags` 为空则清空。标签将超过 300 字符的产品、以及（对权限为 `push` 的密钥）其他来源的产品不作改动，列于 `failed`。
     *
     *     **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     *
     *     **Body** JSON, 3 MiB at most.
     *
     *     **请求体** JSON，至多 3 MiB。
     */
    post: operations['applyTags'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/aliases': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Names that are not the suppliers’ · 别名词典
     * @description Brands, names in trade, old names, names in other languages and numbers of other registers, by CAS number or product number. They are searched as names (`explain`: `alias`) and are no field of a product. By CAS number, then product number, then text.
     *
     *     按 CAS 号或货号收录的商品名、行业名、旧称、外文名及其他登记号。检索时作为名称匹配（`explain` 为 `alias`），不属于产品字段。按 CAS 号、货号、文本排序。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['listAliases'];
    /**
     * Add or change aliases · 新增或修改别名
     * @description An alias is known by its CAS number or product number and its text; `lang` and `kind` of one that is there are overwritten. The products need not exist yet. A valid item is stored whatever the others are; `added`, `updated`, `unchanged` and `invalid` add up to the items. Of a key with the access `push` an item is valid where its number is that of products of its source, and of no other (`other_source`).
     *
     *     别名以 CAS 号或货号及文本识别；已有的覆盖其 `lang` 与 `kind`。产品可尚未存在。有效项均写入，四项计数之和为总项数。权限为 `push` 的密钥，仅当该号的产品存在且均属其来源时有效（否则为 `other_source`）。
     *
     *     **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     *
     *     **Body** JSON, 1 MiB at most.
     *
     *     **请求体** JSON，至多 1 MiB。
     */
    put: operations['putAliases'];
    post?: never;
    /**
     * Delete aliases · 删除别名
     * @description By CAS number or product number and text. A deleted name of the list that comes with the service does not come back with a newer list. A key with the access `push` deletes what it may write.
     *
     *     以 CAS 号或货号及文本指定。随服务提供的名称删除后，不会因新版词表而恢复。权限为 `push` 的密钥仅能删除其可写入者。
     *
     *     **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     *
     *     **Body** JSON, 1 MiB at most.
     *
     *     **请求体** JSON，至多 1 MiB。
     */
    delete: operations['deleteAliases'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/media': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The 100 newest images · 最近 100 张图片
     * @description Newest first.
     *
     *     最新的在前。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['listImages'];
    put?: never;
    /**
     * Upload one image or several as JSON · 以 JSON 上传图片
     * @description At most 20 images of 10 MB each. What an image is, its content tells: png, jpeg, gif, webp or bmp. The `url`, with the origin of the site before it, is public; it goes into `structure_url` of a product, with the origin or without. Of an array, images that cannot be stored do not stop the others.
     *
     *     至多 20 张，每张至多 10 MB；格式以内容为准：png、jpeg、gif、webp、bmp。`url` 加站点地址即公开地址；填入产品的 `structure_url`，站点地址可有可无。数组中无法存储的图片不影响其余。
     *
     *     **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     */
    post: operations['uploadImages'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/media/upload': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload one image as a form · 以表单上传图片
     * @description The image is the part named `file`.
     *
     *     图片为名为 `file` 的部分。
     *
     *     **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     */
    post: operations['uploadImageForm'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/media/{filename}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where an image lies · 图片所在
     * @description Images are public at `/media/<id>` at the root of the site: cacheable for ever, with ETag and ranges.
     *
     *     图片公开于站点根下的 `/media/<id>`：可永久缓存，支持 ETag 与 Range。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     */
    get: operations['redirectToImage'];
    /**
     * Upload one image as the body · 以请求体上传图片
     * @description The Content-Type need not be given: what the image is, its content tells.
     *
     *     无需给出 Content-Type，格式以内容为准。
     *
     *     **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     */
    put: operations['putImage'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/products/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search by name, number, CAS, synonym, alias, formula or tag · 关键词检索
     * @description Best first. Up to 10000 hits can be paged to; the whole catalogue is at `/export`. `total` is an estimate where `total_is_estimate` says so. While the search engine is away, answers come from the database (`degraded`).
     *
     *     按相关度排序。至多可翻到第 10000 条，完整目录见 `/export`。`total_is_estimate` 为真时 `total` 为估计值。检索引擎不可用时由数据库应答（`degraded`）。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['searchProducts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/products/suggest': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Completions for type-ahead · 输入提示
     * @description At most 10: names, product numbers, CAS numbers and aliases that what was typed may become, each with a product.
     *
     *     至多 10 条：所输入内容可能补全为的名称、货号、CAS 号与别名，各带一个产品。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['suggestProducts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/products/search/structure': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Search by structure · 结构检索
     * @description Exactly one of `smiles`, `molfile` and `smarts`. Best first: the same structure, the same but for stereo, then by similarity; what a pattern finds, the smaller first. A search takes 4 seconds at most; what could not be looked at by then is told. Products without a structure, and those whose structure RDKit cannot read, are not found. A pattern counts as two reads. 503 with the code `structures_building` while the structures are being loaded.
     *
     *     须恰好给出 `smiles`、`molfile`、`smarts` 之一。相同结构在前，其次为仅立体构型不同者，再按相似度排序。检索至多 4 秒，未及检索的结构数会注明。没有结构的产品不会命中。SMARTS 按两次读取计。结构库载入期间返回 503（`structures_building`）。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['searchStructures'];
    put?: never;
    /**
     * Search by structure, as a body · 结构检索（请求体）
     * @description The parameters of the GET as members, for molfiles and whatever is too long for an address.
     *
     *     与 GET 的参数相同，用于 molfile 等较长的内容。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     *
     *     **Body** JSON, 128 KiB at most.
     *
     *     **请求体** JSON，至多 128 KiB。
     */
    post: operations['postSearchStructures'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/products/resolve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resolve a list of names and numbers to products · 批量识别清单
     * @description Up to 1000 lines as people have them: product numbers, CAS numbers, names in both languages, structures (SMILES, InChI, InChIKey), several of them beside each other, with numbering, amounts and headings; or objects whose fields are told apart. Of what is told, a product number decides before a CAS number, that before a structure, and that before a name; where they disagree the match is not exact. Each 25 begun count as one read. With `Accept: application/x-ndjson` the items come as lines while they are found, and a last line with `counts`: without it the answer is cut off. While the search engine is away only what names a product is found (`degraded`); structures that cannot be looked for just now, or in half a minute, are not found (`degraded`, too).
     *
     *     每次至多 1000 行：货号、CAS 号、中英文名称、结构（SMILES、InChI、InChIKey），可并列，可带序号、数量与表头；也可用分字段的对象。判定次序为货号、CAS 号、结构、名称，互相矛盾时不作确指。每 25 条（不足按一次）计一次读取。`Accept: application/x-ndjson` 时逐行返回，末行为 `counts`。检索引擎不可用时仅识别确指的内容（`degraded`）；结构暂时无法检索，或半分钟内未检索完的，不予识别（亦为 `degraded`）。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     *
     *     **Body** JSON, 2 MiB at most.
     *
     *     **请求体** JSON，至多 2 MiB。
     */
    post: operations['resolveProducts'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/products/{code}/related': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What belongs to a product: impurities, metabolites, forms, similar ones · 相关产品
     * @description From a drug to what belongs to it: first its impurities, then its metabolites, by their names, which have the whole name of the substance in them; then its other forms, by structure; then others of its series; then those that are named as its esters or dimers, and the twelve most alike in structure that are offered. Each says its `reason`. An impurity of a substance with a longer name is not among them. At most 200 by name and 200 forms (`truncated`). `whole` is false where similar structures could not be looked for in time.
     *
     *     由药物找到与其相关的产品：先是杂质，其次代谢物（其名称含该物质的完整名称），再是同一物质的其他形式（按结构）与同系列产品，最后是名称表明为其酯或二聚体的产品及结构最相似的十二个在售产品，原因见 `reason`。按名称、按形式各至多 200 个（`truncated`）；未能及时检索相似结构时 `whole` 为假。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['getRelated'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sync/file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Push a file: CSV, xlsx, JSON or NDJSON · 推送文件
     * @description The same as a push, for programs that only write files. The file is the body, or the part `file` of a form; 64 MiB at most, also unpacked (a workbook 32 MiB), and at most 50000 products. What it is, its content tells, not its type: CSV (with commas, semicolons, tabs or pipes, with any line ends), the first sheet of an xlsx workbook that is not hidden and has a header, a JSON array or an object that has one (`products`, `data`, `items`; one array only), a JSON object a line; CSV and JSON also gzipped. The character encoding of a text is found (UTF-8, UTF-16, GB 18030, Big5, Shift JIS, EUC-JP, EUC-KR, Windows 1252, 1250 and 1251) and answered (`encoding`; where another may be right, `encoding_unsure`); `encoding=` chooses it. One of the first rows names fields or their aliases; a name may be in two languages or have a note (`货号 Code`, `品名（必填）`) where its parts agree. Rows about the table (titles, rules, totals, numbers of pages, the header once more) are skipped with a warning that has no `index`. A row may be shorter than the header; an empty cell is "not supplied"; a decimal comma is read where its whole column has them (`180,16` between semicolons or tabs), and a molecular weight that may be a fraction or thousands refuses its row (`not_a_number`). An error of the spreadsheet such as `#N/A`, or a formula that was saved without its result, refuses its row (`spreadsheet_error`), and so does a product number that the spreadsheet has shortened to `1.23E+11` (`inexact_number`). A date in the place of a CAS number is read as the number of which a spreadsheet made it, where that can be only one; as a product number it refuses its row; elsewhere it is a warning (`date`). A cell of a workbook that cannot be read refuses its row (`unreadable_cell`). In a workbook a whole number is read as it is shown where its format only adds zeros or fixed text (`00000`, `0-00-0`); where cells are merged, only the first row gets their value (`merged_cells`); other sheets are not read (`ignored_sheets`). `line` says where in the file an item stands. All is written in one transaction; nothing is, where the file cannot be read to its end.
     *
     *     With `missing=off` the file is all that your source has (the source of your key): what it created before and the file does not name is set to `off` in the same transaction. A row that is refused still names its product. What was switched off has its former status again once your source pushes it (`switched_on`). Rows that name none are a 400. Where more than a tenth would be switched off, a 409 says how many; `confirm` with that number does it. `dry_run=true` tells the number and needs none. A list of more than 50000 products comes in parts: `list=<name>&part=1`, `part=2` and so on, each stored at once, the last one with `last=true`, which alone switches off what no part names. A part that is sent again takes the place of what it was; the next part after the last one begins the list anew. A source may have 10 unfinished lists of 2000000 products together; parts are forgotten after 24 hours.
     *
     *     与推送相同，供只能输出文件的系统使用。文件即请求体，或表单中名为 `file` 的部分；至多 64 MiB（解压后亦然，工作簿 32 MiB），至多 50000 个产品。格式以内容为准，与类型无关：CSV（逗号、分号、制表符或竖线，任何换行）、xlsx 工作簿的第一个未隐藏且有表头的工作表、JSON 数组或含数组的对象（`products`、`data`、`items`，仅一个数组）、每行一个 JSON 对象；CSV 与 JSON 可为 gzip。文本的字符编码自动识别（UTF-8、UTF-16、GB 18030、Big5、Shift JIS、EUC-JP、EUC-KR、Windows 1252、1250、1251）并在响应中给出（`encoding`；不确定时有 `encoding_unsure`），可用 `encoding=` 指定。前几行之一为字段名或其别名；列名可为双语或带注释（`货号 Code`、`品名（必填）`），各部分含义须一致。标题、分隔线、合计、页码、重复的表头等行跳过，并给出没有 `index` 的警告。行可短于表头；空单元格视为未给；整列均为小数逗号时（以分号或制表符分隔的 `180,16`）按小数读取，可能是千位分隔的分子量使该行被拒绝（`not_a_number`）；单元格为表格错误值（如 `#N/A`）或未保存结果的公式的行被拒绝（`spreadsheet_error`），货号被表格缩写为 `1.23E+11` 的行亦然（`inexact_number`）。CAS 号处的日期，若仅可能由一个 CAS 号变成，则读作该号；货号处的日期使该行被拒绝，其他字段则警告（`date`）。工作簿中无法读取的单元格仅使其所在行被拒绝（`unreadable_cell`）。工作簿中，格式仅补零或加固定文字（`00000`、`0-00-0`）的整数按显示读取；合并的单元格仅首行取得其值（`merged_cells`）；其他工作表不读取（`ignored_sheets`）。`line` 为所在行。全部在一个事务中写入；文件无法读到末尾时不写入任何内容。
     *
     *     `missing=off` 表示文件即该来源（密钥的来源）的全部产品：该来源此前创建而文件未列出的产品在同一事务中改为 `off`。被拒绝的行仍算列出其产品；因此下架的产品在该来源再次推送时恢复原状态（`switched_on`）；无法辨认产品的行返回 400。若下架超过十分之一，则以 409 告知数量，用 `confirm` 给出该数量即可。`dry_run=true` 只告知数量，无需确认。超过 50000 个产品的清单可分部分提交：`list=<名称>&part=1`、`part=2` 等，各部分立即存储，最后一部分加 `last=true`，此时才将各部分均未列出的产品下架。重发的部分取代原先的该部分；最后一部分之后再来的部分使清单重新开始。每个来源至多 10 个未完成的清单，共 2000000 个产品；各部分保留 24 小时。
     *
     *     Names of columns beside those of fields, in any case, with any blanks and punctuation · 各列可用的列名（不计大小写、空格与标点）:
     *
     *     - `code`: `item_code`, `sku`, `货号`, `编号`, `产品编号`, `产品货号`, `产品编码`, `产品代码`, `商品编号`, `商品编码`, `商品货号`, `目录号`, `物料编码`, `物料代码`, `物料号`, `物料编号`, `存货编码`, `存货代码`, `product_code`, `product_no`, `product_number`, `item_no`, `item_number`, `catalog_no`, `catalog_number`, `catalogue_number`, `cat_no`, `part_number`, `number`, `material`, `material_no`, `material_number`, `matnr`, `catalog`, `catalogue`, `cat`, `item`, `item_id`, `product_id`, `part_no`, `article_no`, `article_number`, `art_no`, `ref_no`, `reference_no`, `stock_no`, `sku_no`, `产品号`, `编码`, `代码`, `sku编码`, `catalogue_no`, `art_nr`, `artikelnummer`, `目录编号`, `商品代码`, `品号`, `料号`, `存货编号`, `产品目录号`, `品番`, `製品番号`, `商品コード`, `カタログ番号`, `제품번호`, `품번`, `제품코드`, `카탈로그번호`
     *     - `name_cn`: `name`, `品名`, `名称`, `productname`, `中文名`, `中文品名`, `产品名称`, `产品中文名`, `产品中文名称`, `品名（中文）`, `名称（中文）`, `商品名称`, `物料名称`, `物料描述`, `存货名称`, `chinese_name`, `name_zh`, `item_name`, `material_description`, `maktx`, `化学名`, `产品名`, `品名规格`, `product`, `化学名称`, `化合物名称`, `中文化学名`, `中文通用名`, `通用名`, `药品名称`, `商品名`, `产品品名`, `中文产品名称`, `product_description_cn`, `chemical_name`, `compound_name`, `compound`, `substance`, `material_name`, `製品名`, `化合物名`, `품명`, `제품명`, `화합물명`
     *     - `name_en`: `英文名`, `英文品名`, `产品英文名`, `产品英文名称`, `品名（英文）`, `名称（英文）`, `name (english)`, `product_name_en`, `english`, `en_name`, `name_eng`, `英文`, `英文通用名`, `英文化学名`, `product_name_english`
     *     - `synonyms`: `synonym`, `alias`, `aliases`, `other_name`, `other_names`, `别名`, `其他名称`, `其它名称`, `俗名`, `又名`, `同义名`, `中文同义词`, `英文同义词`, `中文别名`, `英文别名`
     *     - `cas`: `cas_no`, `CAS号`, `cas`, `cas_number`, `cas_rn`, `cas_registry_number`, `cas编号`, `cas登记号`, `cas号码`, `CAS 登录号`, `cas_registry_no`, `cas_registry`, `cas_nr`, `registry_number`, `登录号`, `cas_nummer`, `no_cas`, `n°_cas`, `cas番号`, `cas번호`
     *     - `formula`: `mf`, `分子式`, `molecular_formula`, `mol_formula`, `chemical_formula`, `empirical_formula`, `化学式`, `summenformel`, `분자식`
     *     - `mw`: `mol_weight`, `molecular_weight`, `分子量`, `mol_wt`, `mwt`, `fw`, `formula_weight`, `molecular_mass`, `molar_mass`, `分子量 (g/mol)`, `molecular weight (g/mol)`, `mw (g/mol)`, `摩尔质量`, `相对分子质量`, `式量`, `molgewicht`, `분자량`
     *     - `category`: `相关类别`, `产品类别`, `商品类别`, `分类`, `产品分类`, `商品分类`, `类目`, `product_category`, `分類`
     *     - `series`: `产品系列`, `药物系列`, `母药`, `drug_series`, `product_series`, `parent_drug`
     *     - `status`: `库存状态`, `产品状态`, `供货状态`, `stock_status`, `availability`
     *     - `structure_url`: `img`, `结构式`, `图片`, `图片地址`, `图片链接`, `结构图`, `结构式地址`, `结构图片`, `image`, `image_url`, `image_link`, `img_url`, `picture`, `structure`, `structure_image`
     *     - `description`: `remark`, `备注`, `说明`, `描述`, `产品描述`, `商品描述`, `中文说明`, `用途`, `remarks`, `notes`, `comments`, `product_description`
     *     - `ai_summary`: `摘要`, `中文摘要`
     *     - `description_en`: `英文描述`, `英文用途`, `english_description`
     *     - `ai_summary_en`: `英文摘要`, `english_summary`
     *     - `tags`: `标记`, `关键词`, `tag`, `keywords`
     *     - `stock`: `qty`, `库存`, `库存数量`, `库存量`, `现存量`, `可用量`, `可用库存`, `即时库存`, `结存数量`, `stock_quantity`, `stock_qty`, `qty_in_stock`, `现有库存`, `quantity_in_stock`, `on_hand`, `inventory`, `qty_on_hand`, `available_quantity`, `库存数`, `在库数量`, `剩余库存`, `在庫数`, `재고`, `재고수량`, `unrestricted`, `unrestricted_stock`, `非限制使用`, `非限制使用的库存`, `labst`
     *     - `smiles`: `smiles_code`, `canonical_smiles`, `isomeric_smiles`, `smiles_string`, `结构式 SMILES`
     *     - `molfile`: `mol_file`, `molblock`, `mol_block`, `ctab`
     *     - `inchi`: `inchi_string`, `standard_inchi`, `std_inchi`
     *
     *     **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     */
    post: operations['pushFile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/sync/imports/{id}/rejected': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The rejected rows of a push or a file · 推送或文件中被拒绝的行
     * @description All that the import `{id}` (`import_id` of its answer) rejected, also beyond the 1000 errors of the answer: in their order, with the values as they were given. Kept for 30 days: the first 50000 rows of an import, 32 MiB of them at most, and of all imports of a key the newest 128 MiB. Only for keys of the name with which the import was made. A dry run is kept too.
     *
     *     导入 `{id}`（其回答中的 `import_id`）所拒绝的全部行，包括回答中未列出的第 1000 条之后的错误：按原有顺序，附所给的值。保留 30 天：每次导入前 50000 行，至多 32 MiB；每个密钥的所有导入至多保留最新的 128 MiB。仅限与导入时同名的密钥读取。试运行的结果同样保留。
     *
     *     **Key** With the access `push`, for products of its source alone, or `all`.
     *
     *     **密钥** 权限须为 `push`（仅限其来源的产品）或 `all`。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['listRejected'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export the whole catalogue · 全量导出
     * @description A file of one snapshot of the catalogue, streamed. Addresses of structure images are absolute. `fields=` chooses the columns and their order.
     *
     *     - `json`: one object, `{"ok": true, "data": […], "count": N}`.
     *     - `ndjson`: a product a line.
     *     - `csv`: the 19 fields, as UTF-8 with a BOM; lines end in CRLF (RFC 4180). Texts are as they are stored, also those that begin with `=`, `+`, `-` or `@`: import the file into a spreadsheet as text. A product or CAS number that itself looks like one with a guard against spreadsheets (`'000125`, `="000125"`) has one apostrophe more, which an import takes off.
     *     - `chemicalbook`: a CSV without withdrawn products. Its columns are `货号, CAS号, 中文名称, 英文名称, 中文同义词, 英文同义词, 分子式, 分子量, 相关类别, 库存状态, 结构式图片, 产品说明, 更新时间`. Where a product has no image, the address is that of a drawing of its structure (WebP, 512 pixels, on white).
     *     - `xlsx`: a workbook. Texts are texts (a CAS number is no date, what begins with `=` no formula), numbers are numbers, addresses are links (the first 65,530 of a sheet). After 1,048,575 products another sheet begins.
     *     - `sdf`: an SD file of the products that have a structure: a molfile under the product's number, then the fields that have a value as data items. Coordinates are worked out on the way, for some 500 products a second: of the exports that may run at once, half at most are such files. It counts as one more read for each 250 products, up to 60. It has no ETag, and is sent whole: it cannot be resumed.
     *
     *     **Resume** A file that was broken off goes on with `Range: bytes=N-` and its strong ETag in `If-Range`: the answer is a 206 as long as the catalogue is unchanged, else the whole file (200). The ETag is strong where the request takes no compression (`Accept-Encoding: identity`); that of `xlsx` always is.
     *
     *     **Unchanged** The ETag names the state of the catalogue and what was asked of it. In `If-None-Match` it makes an unchanged export a 304 without a query. There is none with `quality` or `format=sdf`, nor while a write runs that began before the newest change.
     *
     *     **Whole or not** Where the stream fails midway the connection is broken off, so that a cut file never looks whole. `X-Total-Count` says how many rows it has. `TE: trailers` without compression adds the SHA-256 of the file behind it, as `Repr-Digest` (RFC 9530).
     *
     *     **Going on** The highest `updated_at` of a file is the right next `updated_after`: while an older write is under way, what is later is there with an earlier `updated_at`, and comes again with its own (see `GET /products`).
     *
     *     **Pace** A few exports run at once; others wait, and get a 503 after 30 s. A client takes at least 64 KB/s (before compression, averaged over a minute, not counting the first 30 s) and all of it within an hour, else the connection is broken off. HEAD gives the headers without `X-Changes-Cursor`, `X-Total-Count` and `ETag`.
     *
     *     目录的一个快照，流式输出；结构式图片为绝对地址。`fields=` 可另选列及其顺序。
     *
     *     - `json`: 一个对象，`{"ok": true, "data": […], "count": N}`。
     *     - `ndjson`: 每行一个产品。
     *     - `csv`: 19 个字段，带 BOM 的 UTF-8，CRLF 换行（RFC 4180）。文本保持原样，以 `=`、`+`、`-`、`@` 开头者亦然：用电子表格打开时请按文本导入。编号或 CAS 号本身形如防电子表格改写的写法（`'000125`、`="000125"`）者，前面多一个撇号，导入时去掉。
     *     - `chemicalbook`: 不含下架产品的 CSV，列为 `货号, CAS号, 中文名称, 英文名称, 中文同义词, 英文同义词, 分子式, 分子量, 相关类别, 库存状态, 结构式图片, 产品说明, 更新时间`。没有图片的产品，其地址为结构绘图（WebP，512 像素，白底）。
     *     - `xlsx`: 工作簿。文本即文本（CAS 号不会变成日期，`=` 开头者不会变成公式），数字即数字，地址为链接（每表前 65,530 个）；超过 1,048,575 个产品则续于下一工作表。
     *     - `sdf`: SD 文件，仅含有结构的产品：以货号为题的 molfile，其后为有值的字段。坐标边导出边计算，每秒约 500 个产品：可同时进行的导出中至多一半为此类文件。每 250 个产品另计一次读取，至多 60 次。没有 ETag，总是整个发送，不能续传。
     *
     *     **续传** 中断的文件可用 `Range: bytes=N-` 并在 `If-Range` 中给出其强 ETag 续传：目录未变则返回 206，否则返回整个文件（200）。请求不接受压缩（`Accept-Encoding: identity`）时 ETag 为强；`xlsx` 的 ETag 总是强的。
     *
     *     **未变** ETag 标识目录状态与所求内容；放入 `If-None-Match`，未变则返回 304，不再查询。使用 `quality` 或 `format=sdf` 时，或有早于最新变更开始的写入尚未结束时，没有 ETag。
     *
     *     **完整性** 中途失败则断开连接，残缺文件不会看似完整。`X-Total-Count` 为行数。请求带 `TE: trailers` 且不接受压缩时，文件之后附 `Repr-Digest`（SHA-256，RFC 9530）。
     *
     *     **续拉** 文件中最大的 `updated_at` 即下一次的 `updated_after`：较早的写入尚在进行时，更晚的产品以较早的 `updated_at` 给出，之后会带着自身时刻再次出现（见 `GET /products`）。
     *
     *     **速度** 同时进行的导出有限，其余排队，30 秒后返回 503。客户端须以不低于 64 KB/s 的速度读取（按压缩前计，每分钟平均，前 30 秒不计），并在一小时内读完，否则断开连接。HEAD 不含 `X-Changes-Cursor`、`X-Total-Count` 与 `ETag`。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['exportProducts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/export/profiles': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export profiles · 导出配置
     * @description A user-defined export: which products, which columns in which order, in which file. `csv`, `chemicalbook`, `cas-supplier`, `pubchem` and `cn-marketplace` come with the service. `GET /export?profile=` writes the file; `POST /export/profiles/{name}/deliveries` writes it too, and puts on record that it was delivered.
     *
     *     自定义导出：选哪些产品、哪些列及其顺序、何种文件。`csv`、`chemicalbook`、`cas-supplier`、`pubchem`、`cn-marketplace` 为内置配置。`GET /export?profile=` 输出文件；`POST /export/profiles/{name}/deliveries` 输出文件并记录交付。
     *
     *     **Key** With any access.
     *
     *     **密钥** 任何权限。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['listExportProfiles'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/export/profiles/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * An export profile · 导出配置详情
     * @description **Key** With any access.
     *
     *     **密钥** 任何权限。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['getExportProfile'];
    /**
     * Make or replace an export profile · 新建或替换导出配置
     * @description The whole profile; what is left out has its default. It holds plain values only: no SQL, no script. Errors name the column. `sdf` holds the products that have a structure, the columns as data items. After a change of what a file holds the next delivery must be one of everything.
     *
     *     提交完整配置，未给的部分取默认值。只含普通值，不含 SQL 或脚本；错误会指出所在的列。`sdf` 仅含有结构的产品，各列为数据项。内容改变后，下一次交付须为全量。
     *
     *     **Key** With the access `all`.
     *
     *     **密钥** 权限须为 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     *
     *     **Body** JSON, 256 KiB at most.
     *
     *     **请求体** JSON，至多 256 KiB。
     */
    put: operations['putExportProfile'];
    post?: never;
    /**
     * Delete an export profile · 删除导出配置
     * @description Its deliveries stay on record.
     *
     *     其交付记录仍保留。
     *
     *     **Key** With the access `all`.
     *
     *     **密钥** 权限须为 `all`。
     *
     *     **Limit** No rate limit.
     *
     *     **限流** 不限流。
     */
    delete: operations['deleteExportProfile'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/export/profiles/{name}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What was delivered by a profile, and when · 交付记录
     * @description Newest first; kept for 400 days, also those of a deleted profile. 404 where there is neither the profile nor a delivery by it.
     *
     *     最新的在前；保留 400 天，配置删除后仍在。既无该配置、也无其交付记录时为 404。
     *
     *     **Key** With any access.
     *
     *     **密钥** 任何权限。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['listExportDeliveries'];
    put?: never;
    /**
     * Deliver a file by a profile · 按配置交付文件
     * @description The file of `GET /export?profile=`, and the record of it: position in the change log, count, SHA-256. It is recorded once the service has written all of it: a download that breaks off before is none. What was on its way by then may be lost with the connection: who holds a file of another SHA-256 than the record takes `scope=all`.
     *
     *     Each recipient has its own deliveries: it is the name of the key (another key of that name goes on with them) unless `recipient` names one, as a key with the access `all` may. `delta` holds what has changed since the last delivery of products to the recipient (everything where there was none), `revocations` the numbers that have gone since the last delivery of revocations or of everything: deleted, or no longer what the profile holds (withdrawn, in another category, …). A recipient who takes everything once, and then each delta and after it the revocations, has what a new copy has. What was told may be told again, and numbers that the recipient never had may be among the revocations. Where a delivery is too old to be continued (30 days), or was made by another definition, the answer is 410: take `scope=all`.
     *
     *     输出与 `GET /export?profile=` 相同的文件，并记录变更日志中的位置、数量与 SHA-256。服务完整写出后才记录，在此之前中断的下载不算；此时仍在途中的部分可能随连接丢失：所收文件与记录的 SHA-256 不符时，请取 `scope=all`。各接收方的交付互不影响：接收方为密钥的名称（同名的新密钥接续），或由 `recipient` 指定（限权限为 `all` 的密钥）。`delta` 为自上次向该接收方交付产品以来的变更（此前没有交付则为全部）；`revocations` 为自上次撤销或全量交付以来不再有的货号：已删除，或不再符合配置（下架、类别改变等）。先取一次全量，此后每次取 delta 再取 revocations，即与新的全量一致。变更可能重复给出，撤销中可能含接收方从未收到的货号。若上次交付过旧（30 天）或配置内容已变，返回 410：请取 `scope=all`。
     *
     *     **Key** With any access.
     *
     *     **密钥** 任何权限。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    post: operations['deliverExport'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/quality': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * What is probably wrong with products · 数据质量
     * @description How many products each check finds, up to every change that is committed. `GET /products?quality=` lists them. A push warns of the same under the name of the check as `reason`, where it can be seen from the item.
     *
     *     每项检查发现的产品数，截至最近一次已提交的变更。用 `GET /products?quality=` 列出这些产品。推送时可发现的同类问题在 `warnings` 中以检查名为 `reason`。
     *
     *     - `name_en_missing`: No English name · 缺英文名称
     *     - `image_missing`: No structure image · 缺结构式图片
     *     - `formula_missing`: No formula · 缺分子式
     *     - `cas_missing`: No CAS number · 缺 CAS 号
     *     - `mw_missing`: No molecular weight · 缺分子量
     *     - `check_digit`: CAS number with a wrong check digit · CAS 号校验位有误
     *     - `date`: Date instead of a CAS number · CAS 号是日期
     *     - `no_cas`: Something else instead of a CAS number · CAS 号一栏为其他内容
     *     - `no_formula`: Unreadable formula · 分子式无法识别
     *     - `other_weight`: Molecular weight does not match the formula · 分子量与分子式不符
     *     - `structure_formula`: Formula does not match the structure · 分子式与结构不符
     *     - `structure_weight`: Molecular weight does not match the structure · 分子量与结构不符
     *     - `name_structure`: Name contradicts the structure · 名称与结构不符
     *     - `name_isomer`: Name means an isomer, or leaves the structure open · 名称指其异构体，或未写明结构
     *     - `unusual_characters`: Product number with full-width or look-alike characters · 货号含全角或形近字符
     *     - `several_names`: One CAS number, several names · 同一 CAS 号，名称不同
     *     - `several_formulas`: One CAS number, several formulas · 同一 CAS 号，分子式不同
     *
     *     **Key** With any access.
     *
     *     **密钥** 任何权限。
     *
     *     **Limit** 600 reads a minute with a key, 120 a minute and address without.
     *
     *     **限流** 读取：有密钥每分钟 600 次，无密钥每地址每分钟 120 次。
     */
    get: operations['countFindings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/rfq': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Submit a price inquiry · 提交询价
     * @description No key is needed. Names the product by one of `code`, `cas` and `product_name`, and the sender by `name` and one of `email` and `phone`. Several products, up to 100, are given as `items`, each in the same way, in place of `code`, `cas`, `product_name` and `quantity`. A CAS number is kept in its usual form. `product_name` beside a number is what the customer wrote.
     *
     *     无需密钥。须给出 `code`、`cas`、`product_name` 之一，`name`，以及 `email`、`phone` 之一。询多个产品（至多 100 个）时，以 `items` 代替 `code`、`cas`、`product_name` 与 `quantity`，逐项给出。CAS 号按通常写法保存。与号码并列的 `product_name` 为客户原文。
     *
     *     **Limit** 10 a minute and address.
     *
     *     **限流** 每地址每分钟 10 次。
     *
     *     **Body** JSON, 64 KiB at most.
     *
     *     **请求体** JSON，至多 64 KiB。
     */
    post: operations['submitInquiry'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api-docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Where the documentation is · 文档所在
     * @description **Limit** No rate limit.
     *
     *     **限流** 不限流。
     */
    get: operations['redirectToDocs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  'products.changed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Products were written or deleted · 产品已变更
     * @description Up to 100 changes in the order of the change log, an item a product, as `GET /changes` tells them. `op` and `product` are the state when the message was sent. Messages come one after the other; a message is repeated, with the same `webhook-id`, until it is answered with a 2xx: at least once, and each product's states in order.
     *
     *     按变更日志顺序，每条消息至多 100 项变更，格式与 `GET /changes` 相同。消息逐条发送，未得到 2xx 应答则以相同的 `webhook-id` 重发：至少一次，同一产品按序送达。
     */
    post: operations['productsChanged'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'products.reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Changes were missed · 变更已丢失
     * @description The log no longer reaches back to where this webhook stopped (it was switched off for more than 30 days, or the database was restored): take a full export. What comes after `next` is told as before.
     *
     *     变更日志已不再包含该 Webhook 停止的位置：请重新全量导出，此后照常通知。
     */
    post: operations['productsReset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'inquiry.created': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Somebody asks for a price · 新的询价
     * @description Only for a webhook that asks for it: an inquiry names a person. One message an inquiry, in the order of their numbers as far as they have come, at least once, and before changes of products that wait. What is asked for is in `items`, of the one-product form as well.
     *
     *     仅发送给订阅了它的 Webhook（询价含个人信息）。每条询价一条消息，按编号次序，至少一次，先于等待中的产品变更。所询产品一律在 `items` 中。
     */
    post: operations['inquiryCreated'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'webhook.test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A test · 测试
     * @description Sent when an operator asks for it, once. 由操作员触发，仅发送一次。
     */
    post: operations['webhookTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    PushedProduct: {
      /**
       * @description Product number, unique / 货号
       * @example PDS-001859
       */
      code?: components['schemas']['CodeOrNull'];
      /**
       * @description Chinese name / 中文名称
       * @example 阿司匹林
       */
      name_cn?: components['schemas']['TextOrNull'];
      /**
       * @description English name / 英文名称
       * @example aspirin
       */
      name_en?: components['schemas']['TextOrNull'];
      /**
       * @description Synonyms, separated by semicolons / 同义词（分号分隔）
       * @example 乙酰水杨酸;acetylsalicylic acid
       */
      synonyms?: components['schemas']['TextOrNull'];
      /**
       * @description CAS number, or N/A / CAS号
       * @example 50-78-2
       */
      cas?: components['schemas']['TextOrNull'];
      /**
       * @description Molecular formula / 分子式
       * @example C9H8O4
       */
      formula?: components['schemas']['TextOrNull'];
      /**
       * @description Molecular weight, g/mol / 分子量
       * @example 180.16
       */
      mw?: components['schemas']['NumberOrNull'];
      /**
       * @description Category / 类别
       * @example 杂质对照品
       */
      category?: components['schemas']['TextOrNull'];
      /**
       * @description Drug series / 系列
       * @example 阿司匹林
       */
      series?: components['schemas']['TextOrNull'];
      /**
       * @description Stock status / 状态
       * @example in_stock
       */
      status?: components['schemas']['StatusOrNull'];
      /**
       * @description Address of the structure image / 结构式图片地址
       * @example /media/1
       */
      structure_url?: components['schemas']['TextOrNull'];
      /**
       * @description Chinese description / 产品说明
       * @example 供含量测定用。
       */
      description?: components['schemas']['TextOrNull'];
      /** @description Chinese summary / AI 摘要 */
      ai_summary?: components['schemas']['TextOrNull'];
      /**
       * @description English description / 英文说明
       * @example For assay.
       */
      description_en?: components['schemas']['TextOrNull'];
      /** @description English summary / AI 英文摘要 */
      ai_summary_en?: components['schemas']['TextOrNull'];
      /**
       * @description Tags, separated by semicolons / 标签（分号分隔）
       * @example HPLC;EP
       */
      tags?: components['schemas']['TextOrNull'];
      /**
       * @description Stock quantity; above 0 the product is in stock, else it is no longer / 库存
       * @example 25
       */
      stock?: components['schemas']['NumberOrNull'];
      /**
       * @description Structure as SMILES; no field, but stored beside them / 结构（SMILES）
       * @example CC(=O)Oc1ccccc1C(=O)O
       */
      smiles?: components['schemas']['TextOrNull'];
      /** @description Structure as molfile, V2000 or V3000; no field, but stored beside them / 结构（molfile，V2000 或 V3000） */
      molfile?: components['schemas']['TextOrNull'];
      /** @description Structure as InChI; no field, but stored beside them / 结构（InChI） */
      inchi?: components['schemas']['TextOrNull'];
      /** @description Alias of `code` · 别名 */
      item_code?: components['schemas']['CodeOrNull'];
      /** @description Alias of `code` · 别名 */
      sku?: components['schemas']['CodeOrNull'];
      /** @description Alias of `code` · 别名 */
      '\u8D27\u53F7'?: components['schemas']['CodeOrNull'];
      /** @description Alias of `code` · 别名 */
      '\u7F16\u53F7'?: components['schemas']['CodeOrNull'];
      /** @description Alias of `name_cn` · 别名 */
      name?: components['schemas']['TextOrNull'];
      /** @description Alias of `name_cn` · 别名 */
      '\u54C1\u540D'?: components['schemas']['TextOrNull'];
      /** @description Alias of `name_cn` · 别名 */
      '\u540D\u79F0'?: components['schemas']['TextOrNull'];
      /** @description Alias of `name_cn` · 别名 */
      productname?: components['schemas']['TextOrNull'];
      /** @description Alias of `cas` · 别名 */
      cas_no?: components['schemas']['TextOrNull'];
      /** @description Alias of `cas` · 别名 */
      'CAS\u53F7'?: components['schemas']['TextOrNull'];
      /** @description Alias of `formula` · 别名 */
      mf?: components['schemas']['TextOrNull'];
      /** @description Alias of `formula` · 别名 */
      '\u5206\u5B50\u5F0F'?: components['schemas']['TextOrNull'];
      /** @description Alias of `mw` · 别名 */
      mol_weight?: components['schemas']['NumberOrNull'];
      /** @description Alias of `mw` · 别名 */
      molecular_weight?: components['schemas']['NumberOrNull'];
      /** @description Alias of `mw` · 别名 */
      '\u5206\u5B50\u91CF'?: components['schemas']['NumberOrNull'];
      /** @description Alias of `structure_url` · 别名 */
      img?: components['schemas']['TextOrNull'];
      /** @description Alias of `structure_url` · 别名 */
      '\u7ED3\u6784\u5F0F'?: components['schemas']['TextOrNull'];
      /** @description Alias of `structure_url` · 别名 */
      '\u56FE\u7247'?: components['schemas']['TextOrNull'];
      /** @description Alias of `description` · 别名 */
      remark?: components['schemas']['TextOrNull'];
      /** @description Alias of `description` · 别名 */
      '\u5907\u6CE8'?: components['schemas']['TextOrNull'];
      /** @description Alias of `description` · 别名 */
      '\u8BF4\u660E'?: components['schemas']['TextOrNull'];
      /** @description Alias of `stock` · 别名 */
      qty?: components['schemas']['NumberOrNull'];
      /** @description Alias of `stock` · 别名 */
      '\u5E93\u5B58'?: components['schemas']['NumberOrNull'];
    } & {
      [key: string]: unknown;
    };
    CodeOrNull: string | number | null;
    TextOrNull: string | null;
    NumberOrNull: number | string | null;
    StatusOrNull: ('in_stock' | 'futures' | 'custom' | 'off' | '') | null;
    EditedProduct: {
      /** @description Only where it equals the one in the path. 仅当与路径中的相同。 */
      code?: string | number;
      /**
       * @description Chinese name / 中文名称
       * @example 阿司匹林
       */
      name_cn?: components['schemas']['TextOrNull'];
      /**
       * @description English name / 英文名称
       * @example aspirin
       */
      name_en?: components['schemas']['TextOrNull'];
      /**
       * @description Synonyms, separated by semicolons / 同义词（分号分隔）
       * @example 乙酰水杨酸;acetylsalicylic acid
       */
      synonyms?: components['schemas']['TextOrNull'];
      /**
       * @description CAS number, or N/A / CAS号
       * @example 50-78-2
       */
      cas?: components['schemas']['TextOrNull'];
      /**
       * @description Molecular formula / 分子式
       * @example C9H8O4
       */
      formula?: components['schemas']['TextOrNull'];
      /**
       * @description Molecular weight, g/mol / 分子量
       * @example 180.16
       */
      mw?: components['schemas']['NumberOrNull'];
      /**
       * @description Category / 类别
       * @example 杂质对照品
       */
      category?: components['schemas']['TextOrNull'];
      /**
       * @description Drug series / 系列
       * @example 阿司匹林
       */
      series?: components['schemas']['TextOrNull'];
      /**
       * @description Stock status / 状态
       * @example in_stock
       */
      status?: components['schemas']['StatusOrNull'];
      /**
       * @description Address of the structure image / 结构式图片地址
       * @example /media/1
       */
      structure_url?: components['schemas']['TextOrNull'];
      /**
       * @description Chinese description / 产品说明
       * @example 供含量测定用。
       */
      description?: components['schemas']['TextOrNull'];
      /** @description Chinese summary / AI 摘要 */
      ai_summary?: components['schemas']['TextOrNull'];
      /**
       * @description English description / 英文说明
       * @example For assay.
       */
      description_en?: components['schemas']['TextOrNull'];
      /** @description English summary / AI 英文摘要 */
      ai_summary_en?: components['schemas']['TextOrNull'];
      /**
       * @description Tags, separated by semicolons / 标签（分号分隔）
       * @example HPLC;EP
       */
      tags?: components['schemas']['TextOrNull'];
      /**
       * @description Structure as SMILES; no field, but stored beside them / 结构（SMILES）
       * @example CC(=O)Oc1ccccc1C(=O)O
       */
      smiles?: components['schemas']['TextOrNull'];
      /** @description Structure as molfile, V2000 or V3000; no field, but stored beside them / 结构（molfile，V2000 或 V3000） */
      molfile?: components['schemas']['TextOrNull'];
      /** @description Structure as InChI; no field, but stored beside them / 结构（InChI） */
      inchi?: components['schemas']['TextOrNull'];
      /**
       * @description What was seen of the fields that are changed: 412 where one of them is another by now; other fields may have changed. 所改字段此前的值：若其中之一已被他人修改则返回 412；其他字段的变化不影响。
       * @example {
       *       "status": "futures"
       *     }
       */
      was?: {
        [key: string]: unknown;
      };
    };
    /** @description One image as a data URL, or as base64 with its media type. 一张图片：data URL，或 base64 加其类型。 */
    ImageUpload:
      | {
          /** @example data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg== */
          dataUrl: string;
          filename?: string;
          /** @description Default `api`. 默认 `api`。 */
          group?: string;
        }
      | {
          /** @example iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg== */
          image: string;
          /** @enum {string} */
          mime: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/bmp';
          filename?: string;
          /** @description Default `api`. 默认 `api`。 */
          group?: string;
        };
    /** @description A product. Absent texts are null; `cas` is `N/A` where there is none; `structure_url` is absolute, also where an image of this site was pushed as `/media/<id>`. / `structure_url` 一律为绝对地址，推送时写 `/media/<id>` 亦然。 */
    Product: {
      /**
       * @description Product number, unique / 货号
       * @example PDS-001859
       */
      code: string;
      /**
       * @description Chinese name / 中文名称
       * @example 阿司匹林
       */
      name_cn: string;
      /**
       * @description English name / 英文名称
       * @example aspirin
       */
      name_en: string | null;
      /**
       * @description Synonyms, separated by semicolons / 同义词（分号分隔）
       * @example 乙酰水杨酸;acetylsalicylic acid
       */
      synonyms: string | null;
      /**
       * @description CAS number, or N/A / CAS号
       * @example 50-78-2
       */
      cas: string;
      /**
       * @description Molecular formula / 分子式
       * @example C9H8O4
       */
      formula: string | null;
      /**
       * @description Molecular weight, g/mol / 分子量
       * @example 180.16
       */
      mw: number | null;
      /**
       * @description Category / 类别
       * @example 杂质对照品
       */
      category: string;
      /**
       * @description Drug series / 系列
       * @example 阿司匹林
       */
      series: string | null;
      /**
       * @description Stock status / 状态
       * @example in_stock
       * @enum {string}
       */
      status: 'in_stock' | 'futures' | 'custom' | 'off';
      /**
       * @description Whether the status is in_stock / 是否现货
       * @example true
       */
      in_stock: boolean;
      /**
       * @description Address of the structure image / 结构式图片地址
       * @example http://localhost:3000/media/1
       */
      structure_url: string | null;
      /**
       * @description Chinese description / 产品说明
       * @example 供含量测定用。
       */
      description: string | null;
      /** @description Chinese summary / AI 摘要 */
      ai_summary: string | null;
      /**
       * @description English description / 英文说明
       * @example For assay.
       */
      description_en: string | null;
      /** @description English summary / AI 英文摘要 */
      ai_summary_en: string | null;
      /**
       * @description Tags, separated by semicolons / 标签（分号分隔）
       * @example HPLC;EP
       */
      tags: string | null;
      /**
       * Format: date-time
       * @description Time of the last write, UTC / 更新时间
       * @example 2026-01-02T03:04:05.678901Z
       */
      updated_at: string;
      /**
       * @description Source label of the key that created the product / 来源
       * @example erp
       */
      source: string;
    };
    /** @description An error as RFC 9457 problem details. RFC 9457 problem details 形式的错误。 */
    Problem: {
      /** @constant */
      ok: false;
      /** @example http://localhost:3000/api-docs/errors#bad-request */
      type: string;
      title: string;
      status: number;
      detail: string;
      request_id: string;
      errors?: {
        path: string;
        /**
         * @description What is wrong, for programs: these are ours, and stay. 供程序判断的错误代码，保持不变。
         * @enum {string}
         */
        code:
          | 'structure_no_structure'
          | 'structure_open_structure'
          | 'structure_too_large'
          | 'structure_too_long'
          | 'structure_too_complex'
          | 'structure_unreadable'
          | 'several_substances'
          | 'taken'
          | 'name_taken'
          | 'last_administrator'
          | 'empty'
          | 'import_failed'
          | 'no_product'
          | 'required'
          | 'too_long'
          | 'bad_length'
          | 'unknown_category'
          | 'same_name'
          | 'default_category'
          | 'unknown_name'
          | 'bad_url'
          | 'not_a_number'
          | 'spreadsheet_error'
          | 'inexact_number'
          | 'negative'
          | 'reserved'
          | 'control_character'
          | 'bad_character'
          | 'in_the_past'
          | 'no_https_address'
          | 'not_https'
          | 'private_address'
          | 'credentials'
          | 'too_many'
          | 'ambiguous_cas'
          | 'other_source'
          | 'code_taken'
          | 'unknown_status'
          | 'not_an_image'
          | 'damaged'
          | 'too_large'
          | 'too_many_pixels'
          | 'bad_group'
          | 'in_use'
          | 'one_of_two'
          | 'bad_language'
          | 'unknown_kind'
          | 'no_letter'
          | 'repeated'
          | 'built_in'
          | 'bad_name'
          | 'wrong_password'
          | 'bad_password'
          | 'common_password'
          | 'translator_away'
          | 'bad_filename'
          | 'wrong_type'
          | 'malformed_row'
          | 'malformed_json'
          | 'not_finite'
          | 'malformed_text'
          | 'code_too_long'
          | 'ambiguous'
          | 'bad_cursor'
          | 'bad_format'
          | 'bad_time'
          | 'empty_range'
          | 'extension'
          | 'invalid'
          | 'malformed_form'
          | 'missing'
          | 'missing_parts'
          | 'no_images'
          | 'no_structure'
          | 'not_an_object'
          | 'not_editable'
          | 'not_here'
          | 'not_whole'
          | 'open_structure'
          | 'other_filters'
          | 'out_of_range'
          | 'too_complex'
          | 'too_deep'
          | 'too_few'
          | 'too_many_images'
          | 'unexpected_file'
          | 'unidentified'
          | 'unknown_field'
          | 'unknown_line'
          | 'unknown_parameter'
          | 'unknown_profile'
          | 'unknown_value'
          | 'unreadable'
          | 'missing_image'
          | 'not_base64'
          | 'not_text'
          | 'unsupported_type'
          | 'broken'
          | 'foreign'
          | 'large'
          | 'structures_building'
          | 'structures_away'
          | 'not_both'
          | 'needs_missing'
          | 'unreadable_cell'
          | 'needs_list';
        /** @description What is wrong, in Chinese where `Accept-Language` prefers it. 错误说明；`Accept-Language` 以中文为先时为中文。 */
        message: string;
        /** @description What stood there, its first 100 characters. 所给的值（前 100 个字符）。 */
        value?: string;
      }[];
    };
    Structure: {
      /** @description Canonical SMILES (RDKit) · 规范 SMILES */
      smiles: string | null;
      /** @description null where InChI knows no such structure · InChI 无法表示时为 null */
      inchikey: string | null;
      /** @description As it was given, or drawn anew; null where that takes too long · 原样，或重新绘制；耗时过长时为 null */
      molfile: string | null;
      /** @description Hill order, all parts together · Hill 次序 */
      formula: string;
      /** @description Molecular weight, g/mol · 分子量 */
      mw: number;
      /** @description Parts that no bond connects · 不相连的部分数 */
      fragments: number;
      /** @description Whether its stereo centres and double bonds are given: all, some or none of them; `none` where there is none · 立体中心与双键是否标明 */
      stereo: ('none' | 'defined' | 'partial' | 'undefined') | null;
      /**
       * @description What it was given as · 来源格式
       * @enum {string}
       */
      source: 'smiles' | 'molfile' | 'inchi';
    };
    OtherForm: {
      code: string;
      name_cn: string;
      name_en: string | null;
      cas: string;
      status: string;
      in_stock: boolean;
      structure_url: string | null;
      formula: string | null;
      /** @description `stereo`; `isotopes`: other labels, or none; `salt`: another salt, hydrate, solvate or ion. Empty: the same structure · 差异：立体、同位素、盐型（含水合物、溶剂合物）；为空即同一结构 */
      differs_in: ('stereo' | 'isotopes' | 'salt')[];
      /** @description How its stereo differs: the mirror image; another stereoisomer; not, or not wholly, given (a racemate, a mixture, or not known); given where that of the product is not; not known. null where it is the same · 立体差异：对映体、非对映体、未（全）标明（如外消旋体）、更明确、未知；相同为 null */
      stereo: ('enantiomer' | 'diastereomer' | 'less_defined' | 'more_defined' | 'unknown') | null;
    };
    HistoryEntry: {
      id: number;
      /** Format: date-time */
      at: string;
      /** @enum {string} */
      op: 'created' | 'changed' | 'deleted';
      by: {
        /**
         * @description An API key, an account of the back office, a file that this account imported, the command line; `database`: somebody in the database itself. API 密钥、后台账号、该账号导入的文件、命令行；`database` 为直接在数据库中的改动。
         * @enum {string}
         */
        kind: 'key' | 'staff' | 'import' | 'command' | 'database';
        /** @description Of the key or of the account. 密钥或账号的名称。 */
        name: string | null;
      };
      /** @description Part of a bulk edit, or of the undoing of one. 属于一次批量修改或其撤销。 */
      bulk: boolean;
      /** @description The fields that differ. Of a deletion all that held something; none of a new product. 有变化的字段。删除则为所有有值的字段；新产品则无。 */
      changes: {
        field: string;
        before: string | number | null;
        after: string | number | null;
      }[];
    };
    Alias: {
      /** @description Every product with this CAS number has the name. 具有此 CAS 号的产品均有此名称。 */
      cas: string | null;
      /** @description In place of `cas`: the one product that has it. 代替 `cas`：具有此名称的那一个产品。 */
      code: string | null;
      text: string;
      /** @description BCP 47; null where it is the same in all languages. BCP 47；各语言相同时为 null。 */
      lang: string | null;
      /**
       * @description A brand, a name in trade, an old or colloquial name, a name in another language, a number of another register. 商品名、行业名、旧称或俗称、外文名、其他登记号。
       * @enum {string}
       */
      kind: 'brand' | 'trade' | 'old' | 'foreign' | 'identifier';
      /** @description Who added it: `starter` (comes with the service), `back-office`, or a key. 添加者：`starter`（服务自带）、`back-office`（后台）或密钥。 */
      source: string;
    };
    RelatedProduct: {
      /**
       * @description `impurity`, `metabolite`: a name says so. `form`: another form of the substance, as `/products/{code}/forms` gives it. `series`: of the same series. `similar`: alike in structure, or named as an ester or a dimer of it · `impurity` 杂质、`metabolite` 代谢物：由名称得出；`form` 同一物质的其他形式；`series` 同系列；`similar` 结构相似，或名称表明为其酯或二聚体
       * @enum {string}
       */
      relation: 'impurity' | 'metabolite' | 'form' | 'series' | 'similar';
      /** @description Why, in both languages · 原因 */
      reason: string;
      /** @description Tanimoto of Morgan fingerprints, of `similar` · 相似度 */
      similarity?: number;
      product: components['schemas']['Product'];
    };
    /** @description The fields that `fields=` names, in its order. 所指定的字段。 */
    SomeFields: {
      /**
       * @description Product number, unique / 货号
       * @example PDS-001859
       */
      code?: string;
      /**
       * @description Chinese name / 中文名称
       * @example 阿司匹林
       */
      name_cn?: string;
      /**
       * @description English name / 英文名称
       * @example aspirin
       */
      name_en?: string | null;
      /**
       * @description Synonyms, separated by semicolons / 同义词（分号分隔）
       * @example 乙酰水杨酸;acetylsalicylic acid
       */
      synonyms?: string | null;
      /**
       * @description CAS number, or N/A / CAS号
       * @example 50-78-2
       */
      cas?: string;
      /**
       * @description Molecular formula / 分子式
       * @example C9H8O4
       */
      formula?: string | null;
      /**
       * @description Molecular weight, g/mol / 分子量
       * @example 180.16
       */
      mw?: number | null;
      /**
       * @description Category / 类别
       * @example 杂质对照品
       */
      category?: string;
      /**
       * @description Drug series / 系列
       * @example 阿司匹林
       */
      series?: string | null;
      /**
       * @description Stock status / 状态
       * @example in_stock
       * @enum {string}
       */
      status?: 'in_stock' | 'futures' | 'custom' | 'off';
      /**
       * @description Whether the status is in_stock / 是否现货
       * @example true
       */
      in_stock?: boolean;
      /**
       * @description Address of the structure image / 结构式图片地址
       * @example http://localhost:3000/media/1
       */
      structure_url?: string | null;
      /**
       * @description Chinese description / 产品说明
       * @example 供含量测定用。
       */
      description?: string | null;
      /** @description Chinese summary / AI 摘要 */
      ai_summary?: string | null;
      /**
       * @description English description / 英文说明
       * @example For assay.
       */
      description_en?: string | null;
      /** @description English summary / AI 英文摘要 */
      ai_summary_en?: string | null;
      /**
       * @description Tags, separated by semicolons / 标签（分号分隔）
       * @example HPLC;EP
       */
      tags?: string | null;
      /**
       * Format: date-time
       * @description Time of the last write, UTC / 更新时间
       * @example 2026-01-02T03:04:05.678901Z
       */
      updated_at?: string;
      /**
       * @description Source label of the key that created the product / 来源
       * @example erp
       */
      source?: string;
      /**
       * @description Address of the product's page on the storefront, with `fields=` only / 产品网页地址
       * @example http://localhost:3000/products/PDS-001859
       */
      product_url?: string;
      /**
       * @description Address of a drawing of the structure, as SVG, where there is one / 结构绘图地址（SVG）
       * @example http://localhost:3000/api/v1/products/PDS-001859/structure.svg?v=0f1e2d3c
       */
      drawing_url?: string | null;
      /**
       * @description `structure_url`, or where there is none the drawing as WebP on white / 结构式图片，没有时为绘图（WebP，白底）
       * @example http://localhost:3000/media/1
       */
      picture_url?: string | null;
    };
    /** @description What a profile makes of a product. 按导出配置生成的一行。 */
    ProfileRow: {
      [key: string]: string | number | boolean | null;
    };
    ExportProfile: {
      name: string;
      /** @description Comes with the service: cannot be changed or deleted. 服务自带：不可修改或删除。 */
      built_in: boolean;
      updated_at: string | null;
      updated_by: string | null;
      definition: {
        /** @example Marketplace */
        title: string;
        /**
         * @description Whether `GET /export?profile=` works without a key. `GET /export?profile=` 是否无需密钥。
         * @default false
         */
        public: boolean;
        /**
         * @description `sdf`: structures, each with the columns as data items; products without a structure are left out, and revocations are csv. `sdf`：结构文件，各列为数据项；不含无结构的产品，撤销列表为 csv。
         * @enum {string}
         */
        format: 'csv' | 'tsv' | 'xlsx' | 'json' | 'ndjson' | 'sdf';
        /**
         * @description Of csv and tsv; default `utf-8-bom` for csv, `utf-8` for tsv. The others are UTF-8. 用于 csv 与 tsv；csv 默认 `utf-8-bom`，tsv 默认 `utf-8`。其他格式为 UTF-8。
         * @enum {string}
         */
        encoding?: 'utf-8' | 'utf-8-bom' | 'gb18030' | 'ascii';
        /** @description For `ascii`: what stands for a character without a counterpart (default `?`). Greek letters are spelled out (α: alpha), accents go, full width, dashes, primes, and raised and lowered digits become plain. 用于 `ascii`：无对应字符时的替代（默认 `?`）。希腊字母拼写（α 为 alpha），去除重音，全角、各种连字符、撇号与上下标数字化为普通字符。 */
        replacement?: string;
        /**
         * @description Of the headers. 表头的语言。
         * @default cn
         * @enum {string}
         */
        language: 'cn' | 'en';
        columns: {
          /**
           * @description Default: the title of the field in the language of the profile. 默认为该字段在配置语言中的标题。
           * @example 货号
           */
          header?: string;
          /** @enum {string} */
          field?:
            | 'code'
            | 'name_cn'
            | 'name_en'
            | 'synonyms'
            | 'cas'
            | 'formula'
            | 'mw'
            | 'category'
            | 'series'
            | 'status'
            | 'in_stock'
            | 'structure_url'
            | 'description'
            | 'ai_summary'
            | 'description_en'
            | 'ai_summary_en'
            | 'tags'
            | 'updated_at'
            | 'source'
            | 'product_url'
            | 'drawing_url'
            | 'picture_url'
            | 'synonyms_cn'
            | 'synonyms_en'
            | 'all_names';
          /** @description In place of a field: the same text in each row. 代替字段：每行相同的文本。 */
          constant?: string;
          /**
           * @description What is written in place of a value; an empty text leaves the cell empty. 代替某值写出的内容；空文本则单元格为空。
           * @example {
           *       "in_stock": "现货",
           *       "futures": "期货",
           *       "custom": "定制"
           *     }
           */
          map?: {
            [key: string]: string;
          };
          /** @description In place of every value that `map` does not have; without it the value itself. 代替 `map` 中没有的值；不给则写原值。 */
          otherwise?: string;
          /** @description Where the product has no value. 产品无值时写出的内容。 */
          empty?: string;
          /**
           * @description `line`: line breaks become a space (texts). `pipes`: parts are separated by `|` (synonyms, tags). `lines`: each part on a line of its own (the same). `date`: the day alone (`updated_at`). `two-decimals` (`mw`). `line`：换行化为空格（文本）。`pipes`：以 `|` 分隔（同义词、标签）。`lines`：每项一行（同上）。`date`：仅日期（`updated_at`）。`two-decimals`：两位小数（`mw`）。
           * @enum {string}
           */
          format?: 'line' | 'pipes' | 'lines' | 'date' | 'two-decimals';
        }[];
        /**
         * @description Of the rows: by product number, or as they were created. 行的次序：按货号，或按创建次序。
         * @default code
         * @enum {string}
         */
        order: 'code' | 'created';
        filter: {
          category?: string;
          /**
           * @description Without it: all but `off`. 不给则为 `off` 以外的全部。
           * @default [
           *       "in_stock",
           *       "futures",
           *       "custom"
           *     ]
           */
          status: ('in_stock' | 'futures' | 'custom' | 'off')[];
          series?: string;
          source?: string;
          tag?: string;
          in_stock?: boolean;
        };
        /**
         * @description What a delivery holds: all products; those that have changed since the last one; the numbers of those that have gone since. 交付的内容：全部产品；自上次以来有变更的产品；自上次以来不再有的编号。
         * @default all
         * @enum {string}
         */
        scope: 'all' | 'delta' | 'revocations';
      };
    };
    ExportDelivery: {
      id: number;
      profile: string;
      /** Format: date-time */
      at: string;
      /** @description The key, or the member of staff. 密钥或员工。 */
      by: string;
      /** @description To whom; the next delta to them goes on there. 接收方；向其的下一次 delta 由此接续。 */
      recipient: string;
      /** @enum {string} */
      scope: 'all' | 'delta' | 'revocations';
      /** @description Products, or numbers that were revoked. 产品数，或撤销的编号数。 */
      count: number;
      bytes: number;
      file: string;
      /** @description Of the whole file, hexadecimal. 整个文件的散列，十六进制。 */
      sha256: string;
    };
  };
  responses: {
    /** @description Unchanged since the ETag in If-None-Match · 自该 ETag 以来未变 */
    NotModified: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        ETag: components['headers']['ETag'];
        [name: string]: unknown;
      };
      content?: never;
    };
    /** @description The request could not be read, or a parameter or field is not acceptable. `errors` names each one. 请求无法读取，或某个参数、字段不可接受。`errors` 逐一列出。 */
    BadRequest: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description This call needs an API key in the header X-API-Key. 此调用须在请求头 X-API-Key 中提供 API 密钥。 The API key that was sent is unknown, expired or revoked. 所提供的 API 密钥不存在、已过期或已吊销。 This call is for staff who are signed in to the back office. 此调用仅供已登录后台的员工使用。 The name or the password is wrong. 用户名或密码错误。 */
    Unauthorized: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The limit of requests a minute is used up. Retry-After says when to come back. 本分钟的请求次数已用完。Retry-After 说明何时再来。 */
    TooManyRequests: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The address and the headers together are larger than 16 KiB. 地址与请求头合计超过 16 KiB。 */
    RequestHeaderFieldsTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description A part that this call needs is away, or the service is at its limit. Retry-After says when to try again; `detail` says whether something may have been changed. 此调用所需的部件不可用，或服务已达上限。Retry-After 说明何时重试；`detail` 说明是否可能已有改动。 */
    ServiceUnavailable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description There is no such product, image or path. 没有这样的产品、图片或路径。 */
    NotFound: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The access of the key (`read`, `push`, `all`) does not cover this call, or it covers products of its own source alone and this is one of another. 密钥的权限（`read`、`push`、`all`）不涵盖此调用；或仅限本来源的产品，而此产品属于其他来源。 This call is for pages of this site only; it came from elsewhere, or by another name. 此调用仅供本站页面使用，而它来自别处，或使用了其他主机名。 This call is for staff with the role of an administrator. 此调用仅限具有管理员角色的员工。 */
    Forbidden: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description What is there is no longer what the ETag in If-Match was made of, or If-None-Match says that nothing may be there. Read it again, then repeat the write. 现有内容已不同于 If-Match 中 ETag 所对应的内容，或 If-None-Match 要求尚不存在。请重新读取后再写入。 */
    PreconditionFailed: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The body, or an image in it, is larger than this call accepts, or it holds too many values. 请求体或其中的图片超过此调用的上限，或所含的值过多。 */
    PayloadTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The body is not of a media type, encoding or image format that this call accepts. JSON must be UTF-8. 请求体的媒体类型、编码或图片格式不被此调用接受。JSON 须为 UTF-8。 */
    UnsupportedMediaType: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The position lies before what the service still keeps. Take a full export and go on from its position. 该位置早于服务所保留的变更。请做一次全量导出，并从其位置继续。 */
    Gone: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The call would switch off many products. `switched_off_total` says how many, `confirm` repeats it with that number. 此调用将下架较多产品。`switched_off_total` 为其数量，以 `confirm` 给出该数量再次调用即可。 A call with the same Idempotency-Key still runs. Retry-After says when to ask for its answer. 带有同一 Idempotency-Key 的调用仍在处理。Retry-After 说明何时再来取其结果。 Staff change many products at once, one such edit at a time. Wait until the running one has ended. 员工正在批量修改产品，同一时间只能进行一项。请等待其结束。 */
    Conflict: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The Idempotency-Key was used within the last 24 hours for another content. Use a new one for each thing to be done. 该 Idempotency-Key 在 24 小时内已用于其他内容。每件事请使用新的键。 */
    UnprocessableEntity: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
    /** @description The requested range lies outside the image or file. 所请求的范围超出图片或文件。 */
    RangeNotSatisfiable: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['Problem'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    /**
     * @description The id of this request: yours where it was acceptable, else made here. 请求编号。
     * @example 0b9c1f6e-6d0c-4a43-9b43-5a0f3f1f9a51
     */
    'X-Request-Id': string;
    /**
     * @description What is left (r) of the limit, and for how many seconds (t); IETF draft 8. 剩余次数与秒数。
     * @example "reads"; r=119; t=60
     */
    RateLimit: string;
    /**
     * @description The limit (q), its window in seconds (w) and whom it counts (pk); IETF draft 8. 限额与窗口。
     * @example "reads"; q=120; w=60; pk=:MTJjYTE3YjQ5YWYy:
     */
    'RateLimit-Policy': string;
    /**
     * @description A hash of the whole answer: send it back in If-None-Match. 整个响应的散列。
     * @example W/"5d8-0Zr8mD4bWAmXh2T2tUZ3hqv0T1Y"
     */
    ETag: string;
    /**
     * @description Seconds until another try makes sense. 多少秒后重试。
     * @example 12
     */
    'Retry-After': string;
    /**
     * @description How to authenticate. 如何鉴权。
     * @example ApiKey realm="product-data-service", header="X-API-Key"
     */
    'WWW-Authenticate': string;
    /**
     * @description The write can be searched; absent where it cannot yet. 该写入已可检索。
     * @example wait=10
     */
    'Preference-Applied': string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listProducts: {
    parameters: {
      query?: {
        /** @description From 1 (default 1). Pages are counted by offset: for deep reads follow `next_cursor`. With `updated_after` a page goes on behind the one before, as you were shown that within 15 minutes, so that what is edited or deleted meanwhile makes you skip nothing; `total` counts on from there. 从 1 起（默认 1）。按偏移分页；深度翻页请沿 `next_cursor`。带 `updated_after` 时，若前一页在 15 分钟内给出过，则从其末行之后继续，期间的编辑或删除不致漏读；`total` 由此累计。 */
        page?: number;
        /** @description Products a page, 1 to 200 (default 20). 每页产品数，1 至 200（默认 20）。 */
        page_size?: number;
        /** @description Only this category, or any of several with commas: `标准品,中间体`; a comma within a value is `\,`. An unknown one gives an empty list. 仅此类别，或以逗号分隔的任一类别，值内的逗号写 `\,`；未知类别返回空列表。 */
        category?: string;
        /** @description Only products that are (`true`, `1`) or are not (`false`, `0`) in stock. 仅现货（`true`、`1`）或仅非现货（`false`、`0`）。 */
        in_stock?: boolean;
        /** @description Only products written strictly later, up to `as_of`. ISO 8601; UTC where it has no offset. 仅此时刻之后（不含该时刻）、`as_of` 之前写入的产品。ISO 8601；无时区偏移则为 UTC。 */
        updated_after?: string;
        /** @description Only products with this status, or with any of several: `in_stock,futures`. 仅此供货状态的产品，或以逗号分隔的任一状态。 */
        status?: string;
        /** @description Only this drug series, or any of several, as `category`. 仅此药物系列，或任一系列，写法同 `category`。 */
        series?: string;
        /** @description Only products created by keys with this source label, or any of several, as `category`. 仅由带此来源标签（或其中任一）的密钥创建的产品，写法同 `category`。 */
        source?: string;
        /** @description Only products that carry this tag, or any of several, as `category`. 仅带此标签或其中任一标签的产品，写法同 `category`。 */
        tag?: string;
        /** @description Only products that this check of `GET /quality` finds. Needs a key: without one the answer is a 401. While products are still being checked after very many changes it is a 503. 仅 `GET /quality` 的该项检查所发现的产品。须有密钥，否则返回 401。大量变更后仍在检查产品时返回 503。 */
        quality?:
          | 'name_en_missing'
          | 'image_missing'
          | 'formula_missing'
          | 'cas_missing'
          | 'mw_missing'
          | 'check_digit'
          | 'date'
          | 'no_cas'
          | 'no_formula'
          | 'other_weight'
          | 'structure_formula'
          | 'structure_weight'
          | 'name_structure'
          | 'name_isomer'
          | 'unusual_characters'
          | 'several_names'
          | 'several_formulas';
        /** @description Default `-updated_at`; `updated_at` where `updated_after` is given. 默认 `-updated_at`；给出 `updated_after` 时默认 `updated_at`。 */
        sort?: 'updated_at' | '-updated_at' | 'code';
        /** @description `true` adds `structure` to each product: null where it has none. `molfile` adds its molfile too, which takes some 2 ms more each. · 附上结构；`molfile` 连同 molfile */
        structure?: boolean | 'molfile';
        /** @description The `next_cursor` of the page before: continues by key at constant cost at any depth. 上一页的 `next_cursor`：按键续读，任何深度代价相同。 */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of products · 一页产品 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              /**
               * @description Product number, unique / 货号
               * @example PDS-001859
               */
              code: string;
              /**
               * @description Chinese name / 中文名称
               * @example 阿司匹林
               */
              name_cn: string;
              /**
               * @description English name / 英文名称
               * @example aspirin
               */
              name_en: string | null;
              /**
               * @description Synonyms, separated by semicolons / 同义词（分号分隔）
               * @example 乙酰水杨酸;acetylsalicylic acid
               */
              synonyms: string | null;
              /**
               * @description CAS number, or N/A / CAS号
               * @example 50-78-2
               */
              cas: string;
              /**
               * @description Molecular formula / 分子式
               * @example C9H8O4
               */
              formula: string | null;
              /**
               * @description Molecular weight, g/mol / 分子量
               * @example 180.16
               */
              mw: number | null;
              /**
               * @description Category / 类别
               * @example 杂质对照品
               */
              category: string;
              /**
               * @description Drug series / 系列
               * @example 阿司匹林
               */
              series: string | null;
              /**
               * @description Stock status / 状态
               * @example in_stock
               * @enum {string}
               */
              status: 'in_stock' | 'futures' | 'custom' | 'off';
              /**
               * @description Whether the status is in_stock / 是否现货
               * @example true
               */
              in_stock: boolean;
              /**
               * @description Address of the structure image / 结构式图片地址
               * @example http://localhost:3000/media/1
               */
              structure_url: string | null;
              /**
               * @description Chinese description / 产品说明
               * @example 供含量测定用。
               */
              description: string | null;
              /** @description Chinese summary / AI 摘要 */
              ai_summary: string | null;
              /**
               * @description English description / 英文说明
               * @example For assay.
               */
              description_en: string | null;
              /** @description English summary / AI 英文摘要 */
              ai_summary_en: string | null;
              /**
               * @description Tags, separated by semicolons / 标签（分号分隔）
               * @example HPLC;EP
               */
              tags: string | null;
              /**
               * Format: date-time
               * @description Time of the last write, UTC / 更新时间
               * @example 2026-01-02T03:04:05.678901Z
               */
              updated_at: string;
              /**
               * @description Source label of the key that created the product / 来源
               * @example erp
               */
              source: string;
              /** @description With `structure=true`; null where the product has none · 结构 */
              structure?: {
                smiles: string | null;
                inchikey: string | null;
                formula: string;
                mw: number;
                fragments: number;
                stereo: ('none' | 'defined' | 'partial' | 'undefined') | null;
                /** @enum {string} */
                source: 'smiles' | 'molfile' | 'inchi';
                /** @description In lists and searches, with `structure=molfile`; null where one takes too long to be made · 仅用于列表与检索，随 `structure=molfile` */
                molfile?: string | null;
              } | null;
            }[];
            /** @description null where a cursor was given · 给出游标时为 null */
            page: number | null;
            page_size: number;
            /** @description null where a cursor was given · 给出游标时为 null */
            total: number | null;
            /** @description null on the last page · 末页为 null */
            next_cursor: string | null;
            /**
             * Format: date-time
             * @description No change up to this instant can appear any more: the right next `updated_after`. 此时刻之前不会再出现变更：即下一次的 `updated_after`。
             */
            as_of: string;
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  createProducts: {
    parameters: {
      query?: {
        /** @description `skip` leaves products alone that would not change, and counts them in `unchanged`. `skip` 不改动内容未变的产品，并计入 `unchanged`。 */
        unchanged?: 'skip';
        /** @description `true` answers the same and writes no product; `changes` tells what would be written. `true` 只作答、不写入；`changes` 说明将写入什么。 */
        dry_run?: boolean;
      };
      header?: {
        /** @description `wait=<seconds>` (RFC 7240), 30 at most: the answer waits until what was written can be searched. 等到所写内容可被检索再应答，至多 30 秒。 */
        Prefer?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json':
          | {
              products: components['schemas']['PushedProduct'][];
            }
          | components['schemas']['PushedProduct'][];
      };
    };
    responses: {
      /** @description What became of the items · 各项结果 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            created: number;
            updated: number;
            /** @description Counted only with `unchanged=skip` · 仅在 `unchanged=skip` 时计数 */
            unchanged: number;
            invalid: number;
            /** @description Numbers of the accepted products, in order of first appearance · 已接受产品的编号，按首次出现的次序 */
            codes: string[];
            /** @description Why items were not accepted, one entry for each; the first 1000 · 未接受的原因，每项一条；前 1000 条 */
            errors: {
              /** @description Of the item, from 0 · 该项的位置，从 0 起 */
              index: number;
              code: string | null;
              field: string | null;
              /** @description For programs; more may be added: `required`, `wrong_type`, `too_long`, `control_character`, `malformed_text`, `reserved`, `inexact_number`, `not_a_number`, `not_finite`, `negative`, `unknown_status`, `unknown_category`, `bad_url`, `ambiguous_cas`, `code_taken`, `code_too_long`, `other_source` (for a key with the access `push`) · 供程序判断，以后可能增加：`required`, `wrong_type`, `too_long`, `control_character`, `malformed_text`, `reserved`, `inexact_number`, `not_a_number`, `not_finite`, `negative`, `unknown_status`, `unknown_category`, `bad_url`, `ambiguous_cas`, `code_taken`, `code_too_long`, `other_source` (for a key with the access `push`) */
              reason: string;
              /** @description A sentence for people, in Chinese where `Accept-Language` prefers it · 供人阅读的说明，`Accept-Language` 以中文为先时为中文 */
              message: string;
              /** @description What else is wrong with the values of the item · 该项的其他问题 */
              others?: {
                field: string;
                reason: string;
                message: string;
              }[];
            }[];
            /**
             * @description There are more: see `import_id` · 还有更多：见 `import_id`
             * @constant
             */
            errors_truncated?: true;
            /** @description What is probably wrong with accepted items; the first 1000. Names that mean another structure (`name_structure`, `name_isomer`) are read while the caller waits only in pushes of up to 20 items and 64 KB; those of larger ones are read once they are stored, and `GET /products?quality=name_structure` lists their products. 已接受项中的可疑之处；前 1000 条。名称与结构不符（`name_structure`、`name_isomer`）仅在至多 20 项且不超过 64 KB 的推送中即时检查；更大的推送在保存后检查，用 `GET /products?quality=name_structure` 列出。 */
            warnings: {
              /** @description Of the item, from 0 · 该项的位置，从 0 起 */
              index: number;
              code: string | null;
              field: string;
              /** @enum {string} */
              reason:
                | 'check_digit'
                | 'date'
                | 'no_formula'
                | 'no_structure'
                | 'open_structure'
                | 'too_large'
                | 'too_long'
                | 'too_complex'
                | 'wrong_type'
                | 'control_character'
                | 'structure_formula'
                | 'structure_weight'
                | 'name_structure'
                | 'name_isomer'
                | 'other_weight'
                | 'several_names'
                | 'several_formulas'
                | 'unusual_characters'
                | 'lookalike'
                | 'repeated'
                | 'number_as_text'
                | 'no_value'
                | 'no_cas'
                | 'quotes'
                | 'garbled';
              message: string;
              /** @description As it was given · 原样 */
              value: string | number | null;
            }[];
            /** @constant */
            warnings_truncated?: true;
            /** @description Keys that mean nothing here, each once; the first 100, of each its first 60 characters · 无意义的键，各列一次；至多 100 个，每个至多前 60 个字符 */
            ignored_fields: string[];
            /** @constant */
            ignored_fields_truncated?: true;
            /** @description With `dry_run=true`: what would be written, and which fields would change; 1000 at most · `dry_run=true` 时：将写入的内容与将改变的字段；至多 1000 条 */
            changes?: {
              code: string;
              fields: string[];
            }[];
            /** @constant */
            changes_truncated?: true;
            /** @description Products that a full list (`missing=off`) had switched off, and that are on again: with the status that they had, unless the item says another; the first 1000 · 曾因全部产品清单（`missing=off`）下架、现又上架的产品：除非该项另行指定，恢复原状态；前 1000 个 */
            switched_on?: string[];
            switched_on_total?: number;
            /** @description With it `GET /sync/imports/{id}/rejected` lists all that was rejected · 凭此可由 `GET /sync/imports/{id}/rejected` 列出全部被拒绝的项 */
            import_id?: number;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getProduct: {
    parameters: {
      query?: {
        /** @description `true` adds `structure` to each product: null where it has none. · 附上结构 */
        structure?: boolean;
      };
      header?: never;
      path: {
        /**
         * @description Product number (a `/` in it as `%2F`), or a CAS number · 货号或 CAS 号
         * @example PDS-001859
         */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The product and its relatives · 产品及其关联 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              /**
               * @description Product number, unique / 货号
               * @example PDS-001859
               */
              code: string;
              /**
               * @description Chinese name / 中文名称
               * @example 阿司匹林
               */
              name_cn: string;
              /**
               * @description English name / 英文名称
               * @example aspirin
               */
              name_en: string | null;
              /**
               * @description Synonyms, separated by semicolons / 同义词（分号分隔）
               * @example 乙酰水杨酸;acetylsalicylic acid
               */
              synonyms: string | null;
              /**
               * @description CAS number, or N/A / CAS号
               * @example 50-78-2
               */
              cas: string;
              /**
               * @description Molecular formula / 分子式
               * @example C9H8O4
               */
              formula: string | null;
              /**
               * @description Molecular weight, g/mol / 分子量
               * @example 180.16
               */
              mw: number | null;
              /**
               * @description Category / 类别
               * @example 杂质对照品
               */
              category: string;
              /**
               * @description Drug series / 系列
               * @example 阿司匹林
               */
              series: string | null;
              /**
               * @description Stock status / 状态
               * @example in_stock
               * @enum {string}
               */
              status: 'in_stock' | 'futures' | 'custom' | 'off';
              /**
               * @description Whether the status is in_stock / 是否现货
               * @example true
               */
              in_stock: boolean;
              /**
               * @description Address of the structure image / 结构式图片地址
               * @example http://localhost:3000/media/1
               */
              structure_url: string | null;
              /**
               * @description Chinese description / 产品说明
               * @example 供含量测定用。
               */
              description: string | null;
              /** @description Chinese summary / AI 摘要 */
              ai_summary: string | null;
              /**
               * @description English description / 英文说明
               * @example For assay.
               */
              description_en: string | null;
              /** @description English summary / AI 英文摘要 */
              ai_summary_en: string | null;
              /**
               * @description Tags, separated by semicolons / 标签（分号分隔）
               * @example HPLC;EP
               */
              tags: string | null;
              /**
               * Format: date-time
               * @description Time of the last write, UTC / 更新时间
               * @example 2026-01-02T03:04:05.678901Z
               */
              updated_at: string;
              /**
               * @description Source label of the key that created the product / 来源
               * @example erp
               */
              source: string;
              /** @description With `structure=true`; null where the product has none · 结构 */
              structure?: {
                smiles: string | null;
                inchikey: string | null;
                formula: string;
                mw: number;
                fragments: number;
                stereo: ('none' | 'defined' | 'partial' | 'undefined') | null;
                /** @enum {string} */
                source: 'smiles' | 'molfile' | 'inchi';
                /** @description In lists and searches, with `structure=molfile`; null where one takes too long to be made · 仅用于列表与检索，随 `structure=molfile` */
                molfile?: string | null;
              } | null;
            };
            same_cas: string[];
            /**
             * @description There are more with this CAS number · 还有更多
             * @constant
             */
            same_cas_truncated?: true;
            series_products: {
              code: string;
              name_cn: string;
              name_en: string | null;
              cas: string;
              status: string;
              in_stock: boolean;
              structure_url: string | null;
            }[];
            /**
             * @description There are more of this series · 还有更多
             * @constant
             */
            series_products_truncated?: true;
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  editProduct: {
    parameters: {
      query?: never;
      header?: {
        /** @description `wait=<seconds>` (RFC 7240), 30 at most: the answer waits until what was written can be searched. 等到所写内容可被检索再应答，至多 30 秒。 */
        Prefer?: string;
        /** @description The ETag of what you have read: 412 where it is another one by now, and nothing is written. 所读内容的 ETag；若已改变则返回 412，不写入。 */
        'If-Match'?: string;
        /** @description `*`: 412 where there is one already, and nothing is written. 取 `*` 时，若已存在则返回 412，不写入。 */
        'If-None-Match'?: string;
      };
      path: {
        /**
         * @description Product number; a `/` in it as `%2F` · 货号
         * @example PDS-001859
         */
        code: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EditedProduct'];
      };
    };
    responses: {
      /** @description Which fields changed · 有变化的字段 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: string;
            updated_fields: string[];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteProduct: {
    parameters: {
      query?: never;
      header?: {
        /** @description `wait=<seconds>` (RFC 7240), 30 at most: the answer waits until what was written can be searched. 等到所写内容可被检索再应答，至多 30 秒。 */
        Prefer?: string;
        /** @description The ETag of what you have read: 412 where it is another one by now, and nothing is written. 所读内容的 ETag；若已改变则返回 412，不写入。 */
        'If-Match'?: string;
        /** @description `*`: 412 where there is one already, and nothing is written. 取 `*` 时，若已存在则返回 412，不写入。 */
        'If-None-Match'?: string;
      };
      path: {
        /**
         * @description Product number; a `/` in it as `%2F` · 货号
         * @example PDS-000101
         */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted · 已删除 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteProducts: {
    parameters: {
      query?: never;
      header?: {
        /** @description `wait=<seconds>` (RFC 7240), 30 at most: the answer waits until what was written can be searched. 等到所写内容可被检索再应答，至多 30 秒。 */
        Prefer?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          codes: (string | number)[];
        };
      };
    };
    responses: {
      /** @description What was deleted and what was not there · 已删除与不存在的编号 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            deleted: string[];
            not_found: string[];
            /** @description Where there are some · 若有 */
            failed?: {
              code: string;
              /** @constant */
              reason: 'other_source';
            }[];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  pushProducts: {
    parameters: {
      query?: {
        /** @description `skip` leaves products alone that would not change, and counts them in `unchanged`. `skip` 不改动内容未变的产品，并计入 `unchanged`。 */
        unchanged?: 'skip';
        /** @description `true` answers the same and writes no product; `changes` tells what would be written. `true` 只作答、不写入；`changes` 说明将写入什么。 */
        dry_run?: boolean;
      };
      header?: {
        /** @description `wait=<seconds>` (RFC 7240), 30 at most: the answer waits until what was written can be searched. 等到所写内容可被检索再应答，至多 30 秒。 */
        Prefer?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json':
          | {
              products: components['schemas']['PushedProduct'][];
            }
          | components['schemas']['PushedProduct'][];
      };
    };
    responses: {
      /** @description What became of the items · 各项结果 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            created: number;
            updated: number;
            /** @description Counted only with `unchanged=skip` · 仅在 `unchanged=skip` 时计数 */
            unchanged: number;
            invalid: number;
            /** @description Numbers of the accepted products, in order of first appearance · 已接受产品的编号，按首次出现的次序 */
            codes: string[];
            /** @description Why items were not accepted, one entry for each; the first 1000 · 未接受的原因，每项一条；前 1000 条 */
            errors: {
              /** @description Of the item, from 0 · 该项的位置，从 0 起 */
              index: number;
              code: string | null;
              field: string | null;
              /** @description For programs; more may be added: `required`, `wrong_type`, `too_long`, `control_character`, `malformed_text`, `reserved`, `inexact_number`, `not_a_number`, `not_finite`, `negative`, `unknown_status`, `unknown_category`, `bad_url`, `ambiguous_cas`, `code_taken`, `code_too_long`, `other_source` (for a key with the access `push`) · 供程序判断，以后可能增加：`required`, `wrong_type`, `too_long`, `control_character`, `malformed_text`, `reserved`, `inexact_number`, `not_a_number`, `not_finite`, `negative`, `unknown_status`, `unknown_category`, `bad_url`, `ambiguous_cas`, `code_taken`, `code_too_long`, `other_source` (for a key with the access `push`) */
              reason: string;
              /** @description A sentence for people, in Chinese where `Accept-Language` prefers it · 供人阅读的说明，`Accept-Language` 以中文为先时为中文 */
              message: string;
              /** @description What else is wrong with the values of the item · 该项的其他问题 */
              others?: {
                field: string;
                reason: string;
                message: string;
              }[];
            }[];
            /**
             * @description There are more: see `import_id` · 还有更多：见 `import_id`
             * @constant
             */
            errors_truncated?: true;
            /** @description What is probably wrong with accepted items; the first 1000. Names that mean another structure (`name_structure`, `name_isomer`) are read while the caller waits only in pushes of up to 20 items and 64 KB; those of larger ones are read once they are stored, and `GET /products?quality=name_structure` lists their products. 已接受项中的可疑之处；前 1000 条。名称与结构不符（`name_structure`、`name_isomer`）仅在至多 20 项且不超过 64 KB 的推送中即时检查；更大的推送在保存后检查，用 `GET /products?quality=name_structure` 列出。 */
            warnings: {
              /** @description Of the item, from 0 · 该项的位置，从 0 起 */
              index: number;
              code: string | null;
              field: string;
              /** @enum {string} */
              reason:
                | 'check_digit'
                | 'date'
                | 'no_formula'
                | 'no_structure'
                | 'open_structure'
                | 'too_large'
                | 'too_long'
                | 'too_complex'
                | 'wrong_type'
                | 'control_character'
                | 'structure_formula'
                | 'structure_weight'
                | 'name_structure'
                | 'name_isomer'
                | 'other_weight'
                | 'several_names'
                | 'several_formulas'
                | 'unusual_characters'
                | 'lookalike'
                | 'repeated'
                | 'number_as_text'
                | 'no_value'
                | 'no_cas'
                | 'quotes'
                | 'garbled';
              message: string;
              /** @description As it was given · 原样 */
              value: string | number | null;
            }[];
            /** @constant */
            warnings_truncated?: true;
            /** @description Keys that mean nothing here, each once; the first 100, of each its first 60 characters · 无意义的键，各列一次；至多 100 个，每个至多前 60 个字符 */
            ignored_fields: string[];
            /** @constant */
            ignored_fields_truncated?: true;
            /** @description With `dry_run=true`: what would be written, and which fields would change; 1000 at most · `dry_run=true` 时：将写入的内容与将改变的字段；至多 1000 条 */
            changes?: {
              code: string;
              fields: string[];
            }[];
            /** @constant */
            changes_truncated?: true;
            /** @description Products that a full list (`missing=off`) had switched off, and that are on again: with the status that they had, unless the item says another; the first 1000 · 曾因全部产品清单（`missing=off`）下架、现又上架的产品：除非该项另行指定，恢复原状态；前 1000 个 */
            switched_on?: string[];
            switched_on_total?: number;
            /** @description With it `GET /sync/imports/{id}/rejected` lists all that was rejected · 凭此可由 `GET /sync/imports/{id}/rejected` 列出全部被拒绝的项 */
            import_id?: number;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getStructure: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Product number (a `/` in it as `%2F`), or a CAS number · 货号或 CAS 号
         * @example PDS-001859
         */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The structure · 结构 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Structure'];
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  putStructure: {
    parameters: {
      query?: never;
      header?: {
        /** @description `wait=<seconds>` (RFC 7240), 30 at most: the answer waits until what was written can be searched. 等到所写内容可被检索再应答，至多 30 秒。 */
        Prefer?: string;
        /** @description The ETag of what you have read: 412 where it is another one by now, and nothing is written. 所读内容的 ETag；若已改变则返回 412，不写入。 */
        'If-Match'?: string;
        /** @description `*`: 412 where there is one already, and nothing is written. 取 `*` 时，若已存在则返回 412，不写入。 */
        'If-None-Match'?: string;
      };
      path: {
        /**
         * @description Product number; a `/` in it as `%2F` · 货号
         * @example PDS-001859
         */
        code: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @example CC(=O)Oc1ccccc1C(=O)O */
          smiles?: string | null;
          molfile?: string | null;
          inchi?: string | null;
        };
      };
    };
    responses: {
      /** @description It has this structure · 已设定 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: string;
            /** @description false where the product had this structure already · 是否有变化 */
            changed: boolean;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteStructure: {
    parameters: {
      query?: never;
      header?: {
        /** @description `wait=<seconds>` (RFC 7240), 30 at most: the answer waits until what was written can be searched. 等到所写内容可被检索再应答，至多 30 秒。 */
        Prefer?: string;
        /** @description The ETag of what you have read: 412 where it is another one by now, and nothing is written. 所读内容的 ETag；若已改变则返回 412，不写入。 */
        'If-Match'?: string;
        /** @description `*`: 412 where there is one already, and nothing is written. 取 `*` 时，若已存在则返回 412，不写入。 */
        'If-None-Match'?: string;
      };
      path: {
        /**
         * @description Product number; a `/` in it as `%2F` · 货号
         * @example PDS-001859
         */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It has none any more · 已删除 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            code: string;
            /** @description false where the product had this structure already · 是否有变化 */
            changed: boolean;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getOtherForms: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Product number (a `/` in it as `%2F`), or a CAS number · 货号或 CAS 号
         * @example PDS-001859
         */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Its other forms · 其他形式 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['OtherForm'][];
            /**
             * @description There are more · 还有更多
             * @constant
             */
            truncated?: true;
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  drawStructure: {
    parameters: {
      query?: {
        /** @description For a light or a dark ground · 浅色或深色背景 */
        theme?: 'light' | 'dark';
        /** @description A ground of its own, for programs that show none · 自带背景 */
        ground?: 'none' | 'white';
        /** @description For a small picture: `largest` draws the largest part of a salt or hydrate, and says in words what belongs to it · 小图用：仅绘制最大的组分，其余以文字注明 */
        part?: 'all' | 'largest';
        /** @description As WebP of this width, pixels · 此宽度的 WebP */
        w?: '96' | '256' | '320' | '512' | '1024';
        /** @description The version of the structure, as addresses of pictures have it: the answer may then be kept for ever, that of another version for a minute · 图片地址中的结构版本，带之可长期缓存；与当前结构不符时仅缓存一分钟 */
        v?: string;
      };
      header?: never;
      path: {
        /**
         * @description Product number (a `/` in it as `%2F`), or a CAS number · 货号或 CAS 号
         * @example PDS-001859
         */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The picture · 图片 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          /** @description How long it may be kept · 缓存时间 */
          'Cache-Control'?: string;
          [name: string]: unknown;
        };
        content: {
          'image/svg+xml': string;
          'image/webp': string;
        };
      };
      /** @description Unchanged since the ETag in If-None-Match · 自该 ETag 以来未变 */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listHistory: {
    parameters: {
      query?: {
        /** @description Changes a page, 1 to 100 (default 20). 每页变更数，1 至 100（默认 20）。 */
        page_size?: number;
        /** @description The `next_cursor` of the page before. 上一页的 `next_cursor`。 */
        cursor?: string;
      };
      header?: never;
      path: {
        /**
         * @description Product number · 货号
         * @example PDS-001859
         */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of changes · 一页变更 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['HistoryEntry'][];
            /** @description Continues after the last change; null where there is none. 从最后一项变更之后继续；没有则为 null。 */
            next_cursor: string | null;
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listChanges: {
    parameters: {
      query?: {
        /** @description The `next` of the answer before, or the `X-Changes-Cursor` of an export. Without it: no items, `next` at the end of the log. 上次应答的 `next`，或导出的 `X-Changes-Cursor`。不给则无条目，`next` 为日志末尾。 */
        after?: string;
        /** @description Changes to read, 1 to 1000 (default 100). 读取的变更数，1 至 1000（默认 100）。 */
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Changes, and the position after them · 变更及其后的位置 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              code: string;
              /** @enum {string} */
              op: 'upsert' | 'delete';
              product: components['schemas']['Product'] | null;
            }[];
            next: string;
            /** @description Whether there are more changes to be read now. 是否还有变更可读。 */
            more: boolean;
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      410: components['responses']['Gone'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listCategories: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Category names · 类别名称 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: string[];
          };
        };
      };
      304: components['responses']['NotModified'];
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  addCategories: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json':
          | {
              name?: string;
              names?: string[];
            }
          | unknown
          | unknown;
      };
    };
    responses: {
      /** @description How many were new · 新增与跳过的数目 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            added: number;
            skipped: number;
            /** @description Names that look like another one, from which they differ only in characters that are not seen or in how these are written. They are stored nevertheless. · 与另一名称看似相同的名称，仍予写入 */
            warnings?: {
              /** @enum {string} */
              field: 'category' | 'tags';
              /** @constant */
              reason: 'lookalike';
              message: string;
              value: string;
            }[];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteCategories: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json':
          | {
              name?: string;
              names?: string[];
            }
          | unknown
          | unknown;
      };
    };
    responses: {
      /** @description What was deleted and what was not there · 已删除与不存在的名称 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            deleted: string[];
            not_found: string[];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listTags: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Tags and their use · 标签及使用次数 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              tag: string;
              use_count: number;
            }[];
          };
        };
      };
      304: components['responses']['NotModified'];
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  addTags: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json':
          | {
              tag?: string;
              tags?: string[];
            }
          | unknown
          | unknown;
      };
    };
    responses: {
      /** @description How many were new · 新增与跳过的数目 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            added: number;
            skipped: number;
            /** @description Names that look like another one, from which they differ only in characters that are not seen or in how these are written. They are stored nevertheless. · 与另一名称看似相同的名称，仍予写入 */
            warnings?: {
              /** @enum {string} */
              field: 'category' | 'tags';
              /** @constant */
              reason: 'lookalike';
              message: string;
              value: string;
            }[];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  applyTags: {
    parameters: {
      query?: never;
      header?: {
        /** @description `wait=<seconds>` (RFC 7240), 30 at most: the answer waits until what was written can be searched. 等到所写内容可被检索再应答，至多 30 秒。 */
        Prefer?: string;
        /** @description A text of your choice, such as a UUID, new for each thing to be done. For 24 hours the same call with the same key gets the same answer and does nothing again; with another content it is a 422. 自选文本（如 UUID），每件事一个。24 小时内以同一键重复同一调用，返回同一结果，不会重复执行；内容不同则返回 422。 */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          codes: (string | number)[];
          tags: string[];
          /**
           * @default append
           * @enum {string}
           */
          mode?: 'append' | 'replace';
        };
      };
    };
    responses: {
      /** @description What became of the products · 各产品结果 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            /** @description Distinct products that were tagged · 已打标签的不同产品数 */
            done: number;
            not_found: string[];
            failed: {
              code: string;
              reason: string;
            }[];
            /** @description Names that look like another one, from which they differ only in characters that are not seen or in how these are written. They are stored nevertheless. · 与另一名称看似相同的名称，仍予写入 */
            warnings?: {
              /** @enum {string} */
              field: 'category' | 'tags';
              /** @constant */
              reason: 'lookalike';
              message: string;
              value: string;
            }[];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listAliases: {
    parameters: {
      query?: {
        /** @description Only those of this CAS number. 仅此 CAS 号的别名。 */
        cas?: string;
        /** @description Only those of the product with this number. 仅此编号产品的别名。 */
        code?: string;
        /** @description Only those that contain this text, in any case. 仅含此文本者，不分大小写。 */
        q?: string;
        /** @description Only those of this language (BCP 47). 仅此语言（BCP 47）。 */
        lang?: string;
        kind?: 'brand' | 'trade' | 'old' | 'foreign' | 'identifier';
        /** @description Only those that this source added; `starter` is the list that comes with the service. 仅由此来源添加者；`starter` 为服务自带的列表。 */
        source?: string;
        /** @description From 1 (default 1). 从 1 起（默认 1）。 */
        page?: number;
        /** @description Aliases a page, 1 to 200 (default 20). 每页别名数，1 至 200（默认 20）。 */
        page_size?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of the dictionary · 词典的一页 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['Alias'][];
            page: number;
            page_size: number;
            total: number;
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  putAliases: {
    parameters: {
      query?: never;
      header?: {
        /** @description `wait=<seconds>` (RFC 7240), 30 at most: the answer waits until what was written can be searched. 等到所写内容可被检索再应答，至多 30 秒。 */
        Prefer?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          aliases: {
            cas?: string | null;
            code?: string | null;
            text: string;
            lang?: string | null;
            /**
             * @description A brand, a name in trade, an old or colloquial name, a name in another language, a number of another register. 商品名、行业名、旧称或俗称、外文名、其他登记号。
             * @default trade
             * @enum {string}
             */
            kind?: 'brand' | 'trade' | 'old' | 'foreign' | 'identifier';
          }[];
        };
      };
    };
    responses: {
      /** @description What became of the items · 各项结果 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            added: number;
            updated: number;
            unchanged: number;
            invalid: number;
            errors: {
              index: number;
              field: string | null;
              reason: string;
              message: string;
            }[];
            /** @description Of items that were stored: the number is that of no product (`no_product`), so that nothing is found by the name until one has it. 已写入但该号尚无产品的项。 */
            warnings: {
              index: number;
              field: string | null;
              reason: string;
              message: string;
            }[];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteAliases: {
    parameters: {
      query?: never;
      header?: {
        /** @description `wait=<seconds>` (RFC 7240), 30 at most: the answer waits until what was written can be searched. 等到所写内容可被检索再应答，至多 30 秒。 */
        Prefer?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          aliases: {
            cas?: string | null;
            code?: string | null;
            text: string;
            lang?: string | null;
            /**
             * @description A brand, a name in trade, an old or colloquial name, a name in another language, a number of another register. 商品名、行业名、旧称或俗称、外文名、其他登记号。
             * @default trade
             * @enum {string}
             */
            kind?: 'brand' | 'trade' | 'old' | 'foreign' | 'identifier';
          }[];
        };
      };
    };
    responses: {
      /** @description How many were there · 删除与不存在的数目 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            deleted: number;
            not_found: number;
            invalid: number;
            errors: {
              index: number;
              field: string | null;
              reason: string;
              message: string;
            }[];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listImages: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Images · 图片 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              /** @example 7 */
              id: number;
              /**
               * @description Below the origin of the site. 站点根之下的地址。
               * @example /media/7
               */
              url: string;
              group: string;
              filename: string | null;
              /** @enum {string} */
              mime: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/bmp';
              bytes: number;
              width: number;
              height: number;
              /** Format: date-time */
              created_at: string;
            }[];
          };
        };
      };
      304: components['responses']['NotModified'];
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  uploadImages: {
    parameters: {
      query?: never;
      header?: {
        /** @description A text of your choice, such as a UUID, new for each thing to be done. For 24 hours the same call with the same key gets the same answer and does nothing again; with another content it is a 422. 自选文本（如 UUID），每件事一个。24 小时内以同一键重复同一调用，返回同一结果，不会重复执行；内容不同则返回 422。 */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ImageUpload'] | components['schemas']['ImageUpload'][];
      };
    };
    responses: {
      /** @description What became of the images · 各图片结果 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Whether all images were stored. 是否全部图片均已保存。 */
            ok: boolean;
            uploaded: number;
            /** @description For one image its result, for an array the results in its order. 单张图片为其结果，数组则按次序为各结果。 */
            results:
              | {
                  /** @constant */
                  ok: true;
                  /**
                   * @description Below the origin of the site. 站点根之下的地址。
                   * @example /media/7
                   */
                  url: string;
                  /** @example 7 */
                  id: number;
                }
              | (
                  | {
                      /** @constant */
                      ok: true;
                      /**
                       * @description Below the origin of the site. 站点根之下的地址。
                       * @example /media/7
                       */
                      url: string;
                      /** @example 7 */
                      id: number;
                      filename: string | null;
                    }
                  | {
                      /** @constant */
                      ok: false;
                      index: number;
                      reason: string;
                      message: string;
                    }
                )[];
          };
        };
      };
      /** @description Nothing was stored · 未存储任何图片 */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @constant */
            ok: false;
            /** @example http://localhost:3000/api-docs/errors#bad-request */
            type: string;
            title: string;
            status: number;
            detail: string;
            request_id: string;
            errors?: {
              path: string;
              /**
               * @description What is wrong, for programs: these are ours, and stay. 供程序判断的错误代码，保持不变。
               * @enum {string}
               */
              code:
                | 'structure_no_structure'
                | 'structure_open_structure'
                | 'structure_too_large'
                | 'structure_too_long'
                | 'structure_too_complex'
                | 'structure_unreadable'
                | 'several_substances'
                | 'taken'
                | 'name_taken'
                | 'last_administrator'
                | 'empty'
                | 'import_failed'
                | 'no_product'
                | 'required'
                | 'too_long'
                | 'bad_length'
                | 'unknown_category'
                | 'same_name'
                | 'default_category'
                | 'unknown_name'
                | 'bad_url'
                | 'not_a_number'
                | 'spreadsheet_error'
                | 'inexact_number'
                | 'negative'
                | 'reserved'
                | 'control_character'
                | 'bad_character'
                | 'in_the_past'
                | 'no_https_address'
                | 'not_https'
                | 'private_address'
                | 'credentials'
                | 'too_many'
                | 'ambiguous_cas'
                | 'other_source'
                | 'code_taken'
                | 'unknown_status'
                | 'not_an_image'
                | 'damaged'
                | 'too_large'
                | 'too_many_pixels'
                | 'bad_group'
                | 'in_use'
                | 'one_of_two'
                | 'bad_language'
                | 'unknown_kind'
                | 'no_letter'
                | 'repeated'
                | 'built_in'
                | 'bad_name'
                | 'wrong_password'
                | 'bad_password'
                | 'common_password'
                | 'translator_away'
                | 'bad_filename'
                | 'wrong_type'
                | 'malformed_row'
                | 'malformed_json'
                | 'not_finite'
                | 'malformed_text'
                | 'code_too_long'
                | 'ambiguous'
                | 'bad_cursor'
                | 'bad_format'
                | 'bad_time'
                | 'empty_range'
                | 'extension'
                | 'invalid'
                | 'malformed_form'
                | 'missing'
                | 'missing_parts'
                | 'no_images'
                | 'no_structure'
                | 'not_an_object'
                | 'not_editable'
                | 'not_here'
                | 'not_whole'
                | 'open_structure'
                | 'other_filters'
                | 'out_of_range'
                | 'too_complex'
                | 'too_deep'
                | 'too_few'
                | 'too_many_images'
                | 'unexpected_file'
                | 'unidentified'
                | 'unknown_field'
                | 'unknown_line'
                | 'unknown_parameter'
                | 'unknown_profile'
                | 'unknown_value'
                | 'unreadable'
                | 'missing_image'
                | 'not_base64'
                | 'not_text'
                | 'unsupported_type'
                | 'broken'
                | 'foreign'
                | 'large'
                | 'structures_building'
                | 'structures_away'
                | 'not_both'
                | 'needs_missing'
                | 'unreadable_cell'
                | 'needs_list';
              /** @description What is wrong, in Chinese where `Accept-Language` prefers it. 错误说明；`Accept-Language` 以中文为先时为中文。 */
              message: string;
              /** @description What stood there, its first 100 characters. 所给的值（前 100 个字符）。 */
              value?: string;
            }[];
            /** @constant */
            uploaded?: 0;
            results?: {
              /** @constant */
              ok: false;
              index: number;
              reason: string;
              message: string;
            }[];
          };
        };
      };
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['Conflict'];
      /** @description Nothing was stored · 未存储任何图片 */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @constant */
            ok: false;
            /** @example http://localhost:3000/api-docs/errors#bad-request */
            type: string;
            title: string;
            status: number;
            detail: string;
            request_id: string;
            errors?: {
              path: string;
              /**
               * @description What is wrong, for programs: these are ours, and stay. 供程序判断的错误代码，保持不变。
               * @enum {string}
               */
              code:
                | 'structure_no_structure'
                | 'structure_open_structure'
                | 'structure_too_large'
                | 'structure_too_long'
                | 'structure_too_complex'
                | 'structure_unreadable'
                | 'several_substances'
                | 'taken'
                | 'name_taken'
                | 'last_administrator'
                | 'empty'
                | 'import_failed'
                | 'no_product'
                | 'required'
                | 'too_long'
                | 'bad_length'
                | 'unknown_category'
                | 'same_name'
                | 'default_category'
                | 'unknown_name'
                | 'bad_url'
                | 'not_a_number'
                | 'spreadsheet_error'
                | 'inexact_number'
                | 'negative'
                | 'reserved'
                | 'control_character'
                | 'bad_character'
                | 'in_the_past'
                | 'no_https_address'
                | 'not_https'
                | 'private_address'
                | 'credentials'
                | 'too_many'
                | 'ambiguous_cas'
                | 'other_source'
                | 'code_taken'
                | 'unknown_status'
                | 'not_an_image'
                | 'damaged'
                | 'too_large'
                | 'too_many_pixels'
                | 'bad_group'
                | 'in_use'
                | 'one_of_two'
                | 'bad_language'
                | 'unknown_kind'
                | 'no_letter'
                | 'repeated'
                | 'built_in'
                | 'bad_name'
                | 'wrong_password'
                | 'bad_password'
                | 'common_password'
                | 'translator_away'
                | 'bad_filename'
                | 'wrong_type'
                | 'malformed_row'
                | 'malformed_json'
                | 'not_finite'
                | 'malformed_text'
                | 'code_too_long'
                | 'ambiguous'
                | 'bad_cursor'
                | 'bad_format'
                | 'bad_time'
                | 'empty_range'
                | 'extension'
                | 'invalid'
                | 'malformed_form'
                | 'missing'
                | 'missing_parts'
                | 'no_images'
                | 'no_structure'
                | 'not_an_object'
                | 'not_editable'
                | 'not_here'
                | 'not_whole'
                | 'open_structure'
                | 'other_filters'
                | 'out_of_range'
                | 'too_complex'
                | 'too_deep'
                | 'too_few'
                | 'too_many_images'
                | 'unexpected_file'
                | 'unidentified'
                | 'unknown_field'
                | 'unknown_line'
                | 'unknown_parameter'
                | 'unknown_profile'
                | 'unknown_value'
                | 'unreadable'
                | 'missing_image'
                | 'not_base64'
                | 'not_text'
                | 'unsupported_type'
                | 'broken'
                | 'foreign'
                | 'large'
                | 'structures_building'
                | 'structures_away'
                | 'not_both'
                | 'needs_missing'
                | 'unreadable_cell'
                | 'needs_list';
              /** @description What is wrong, in Chinese where `Accept-Language` prefers it. 错误说明；`Accept-Language` 以中文为先时为中文。 */
              message: string;
              /** @description What stood there, its first 100 characters. 所给的值（前 100 个字符）。 */
              value?: string;
            }[];
            /** @constant */
            uploaded?: 0;
            results?: {
              /** @constant */
              ok: false;
              index: number;
              reason: string;
              message: string;
            }[];
          };
        };
      };
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  uploadImageForm: {
    parameters: {
      query?: never;
      header?: {
        /** @description A text of your choice, such as a UUID, new for each thing to be done. For 24 hours the same call with the same key gets the same answer and does nothing again; with another content it is a 422. 自选文本（如 UUID），每件事一个。24 小时内以同一键重复同一调用，返回同一结果，不会重复执行；内容不同则返回 422。 */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** Format: binary */
          file: string;
          filename?: string;
          /** @description Default `api`. 默认 `api`。 */
          group?: string;
        };
      };
    };
    responses: {
      /** @description The image is stored · 已存储 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            /**
             * @description Below the origin of the site. 站点根之下的地址。
             * @example /media/7
             */
            url: string;
            /** @example 7 */
            id: number;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  redirectToImage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id of an image · 图片编号
         * @example 7
         */
        filename: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description To the image · 转到图片 */
      308: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          /** @description `/media/<id>` at the root of the site · 站点根下的地址 */
          Location?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  putImage: {
    parameters: {
      query?: {
        /** @description The group of the image; default `api`. 图片的分组；默认 `api`。 */
        group?: string;
      };
      header?: {
        /** @description A text of your choice, such as a UUID, new for each thing to be done. For 24 hours the same call with the same key gets the same answer and does nothing again; with another content it is a 422. 自选文本（如 UUID），每件事一个。24 小时内以同一键重复同一调用，返回同一结果，不会重复执行；内容不同则返回 422。 */
        'Idempotency-Key'?: string;
      };
      path: {
        /**
         * @description With one of the extensions .png .jpg .gif .webp .bmp · 须带上述扩展名之一
         * @example aspirin.png
         */
        filename: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'image/png': string;
        'image/jpeg': string;
        'image/gif': string;
        'image/webp': string;
        'image/bmp': string;
        'application/octet-stream': string;
      };
    };
    responses: {
      /** @description The image is stored · 已存储 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            /**
             * @description Below the origin of the site. 站点根之下的地址。
             * @example /media/7
             */
            url: string;
            /** @example 7 */
            id: number;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  searchProducts: {
    parameters: {
      query?: {
        /** @description What to look for: a name in Chinese or English, pinyin, a synonym, an alias, a product number, a CAS number or the beginning of one, a formula, a molecular weight (`mw 180.16`), a tag, or several of them, also in a sentence; or a list of up to 25 names and numbers, by line breaks, semicolons or commas (`items`). Without it everything is listed. The first 300 characters (after NFKC) are read. 检索内容：中英文名称、拼音、同义词、别名、货号、CAS 号或其开头、分子式、分子量（`mw 180.16`）、标签，或其组合，也可为句子；或至多 25 个名称与编号的列表，以换行、分号或逗号分隔（`items`）。不给则列出全部。读取（NFKC 之后的）前 300 个字符。 */
        q?: string;
        /** @description From 1 (default 1). 从 1 起（默认 1）。 */
        page?: number;
        /** @description Products a page, 1 to 200 (default 20). 每页产品数，1 至 200（默认 20）。 */
        page_size?: number;
        /** @description Only this category, or any of several with commas: `标准品,中间体`; a comma within a value is `\,`. An unknown one gives an empty list. 仅此类别，或以逗号分隔的任一类别，值内的逗号写 `\,`；未知类别返回空列表。 */
        category?: string;
        /** @description Only products that are (`true`, `1`) or are not (`false`, `0`) in stock. 仅现货（`true`、`1`）或仅非现货（`false`、`0`）。 */
        in_stock?: boolean;
        /** @description Only products with this status, or with any of several: `in_stock,futures`. 仅此供货状态的产品，或以逗号分隔的任一状态。 */
        status?: string;
        /** @description Only this drug series, or any of several, as `category`. 仅此药物系列，或任一系列，写法同 `category`。 */
        series?: string;
        /** @description Only products that carry this tag, or any of several, as `category`. 仅带此标签或其中任一标签的产品，写法同 `category`。 */
        tag?: string;
        /** @description Any of several categories, up to 20, by `;` (within a value `\;`); with `category` that one too. 任一类别，至多 20 个，以 `;` 分隔（值内写 `\;`）；与 `category` 合并。 */
        category_in?: string;
        /** @description Any of several series, as `category_in`. 任一系列，写法同 `category_in`。 */
        series_in?: string;
        /** @description Any of several tags, as `category_in`. 任一标签，写法同 `category_in`。 */
        tag_in?: string;
        /** @description Any of several states, as `category_in`. 任一状态，写法同 `category_in`。 */
        status_in?: string;
        /** @description Only products of at least this molecular weight. 分子量不小于此值的产品。 */
        mw_min?: number;
        /** @description Only products of at most this molecular weight. 分子量不大于此值的产品。 */
        mw_max?: number;
        /** @description `best` first unless given; `code`, `mw` (`-mw`: the heaviest first) or `newest`. Of a text its 1,000 best hits are put in order, and can be paged to. 默认 `best`（最相关在前）；可为 `code`、`mw`（`-mw` 为从大到小）或 `newest`。有检索内容时，对最相关的 1,000 条排序并可翻页。 */
        sort?: 'best' | 'code' | 'mw' | '-mw' | 'newest';
        /** @description `true` adds to each product where the query stands in its fields. The marks of a page have 20 ms; products that are left then come with an empty `highlight`. `true` 为每个产品标出检索内容在各字段中的位置。每页的标注限 20 毫秒，其余产品的 `highlight` 为空。 */
        highlight?: boolean;
        /** @description `true` adds how many of the found products carry which value, of a field that is filtered by as if it were not; left out where counting takes too long while the search engine is away (`degraded`). 附上各值的产品数，已筛选的字段按未筛选计数；检索引擎不可用时，若计数过久则省略。 */
        facets?: boolean;
        /** @description `true` adds `structure` to each product: null where it has none. `molfile` adds its molfile too, which takes some 2 ms more each. · 附上结构；`molfile` 连同 molfile */
        structure?: boolean | 'molfile';
        /** @description `true` adds to each product which reading of the query found it. `true` 为每个产品给出命中它的解读方式。 */
        explain?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The products found · 命中的产品 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            query: string;
            data: {
              /**
               * @description Product number, unique / 货号
               * @example PDS-001859
               */
              code: string;
              /**
               * @description Chinese name / 中文名称
               * @example 阿司匹林
               */
              name_cn: string;
              /**
               * @description English name / 英文名称
               * @example aspirin
               */
              name_en: string | null;
              /**
               * @description Synonyms, separated by semicolons / 同义词（分号分隔）
               * @example 乙酰水杨酸;acetylsalicylic acid
               */
              synonyms: string | null;
              /**
               * @description CAS number, or N/A / CAS号
               * @example 50-78-2
               */
              cas: string;
              /**
               * @description Molecular formula / 分子式
               * @example C9H8O4
               */
              formula: string | null;
              /**
               * @description Molecular weight, g/mol / 分子量
               * @example 180.16
               */
              mw: number | null;
              /**
               * @description Category / 类别
               * @example 杂质对照品
               */
              category: string;
              /**
               * @description Drug series / 系列
               * @example 阿司匹林
               */
              series: string | null;
              /**
               * @description Stock status / 状态
               * @example in_stock
               * @enum {string}
               */
              status: 'in_stock' | 'futures' | 'custom' | 'off';
              /**
               * @description Whether the status is in_stock / 是否现货
               * @example true
               */
              in_stock: boolean;
              /**
               * @description Address of the structure image / 结构式图片地址
               * @example http://localhost:3000/media/1
               */
              structure_url: string | null;
              /**
               * @description Chinese description / 产品说明
               * @example 供含量测定用。
               */
              description: string | null;
              /** @description Chinese summary / AI 摘要 */
              ai_summary: string | null;
              /**
               * @description English description / 英文说明
               * @example For assay.
               */
              description_en: string | null;
              /** @description English summary / AI 英文摘要 */
              ai_summary_en: string | null;
              /**
               * @description Tags, separated by semicolons / 标签（分号分隔）
               * @example HPLC;EP
               */
              tags: string | null;
              /**
               * Format: date-time
               * @description Time of the last write, UTC / 更新时间
               * @example 2026-01-02T03:04:05.678901Z
               */
              updated_at: string;
              /**
               * @description Source label of the key that created the product / 来源
               * @example erp
               */
              source: string;
              /** @description With `structure=true`; null where the product has none · 结构 */
              structure?: {
                smiles: string | null;
                inchikey: string | null;
                formula: string;
                mw: number;
                fragments: number;
                stereo: ('none' | 'defined' | 'partial' | 'undefined') | null;
                /** @enum {string} */
                source: 'smiles' | 'molfile' | 'inchi';
                /** @description In lists and searches, with `structure=molfile`; null where one takes too long to be made · 仅用于列表与检索，随 `structure=molfile` */
                molfile?: string | null;
              } | null;
              /**
               * @description `exact`: the query names the product, by number, name, synonym or formula; by a synonym not where its structure is another one than that of what the query mainly names. `partial`: the query begins one of its names or is a part of one. `similar`: the spelling or some words are alike; another locant, stereo sign or syllable is another substance, so check it. `exact` 为确指（结构与主要所指不同者，仅凭同义词不算确指），`partial` 为名称的一部分，`similar` 仅为相近，须核对。
               * @enum {string}
               */
              match: 'exact' | 'partial' | 'similar';
              highlight?: {
                [key: string]: {
                  /** @description Offset in UTF-16 units of the text of the field. 在字段文本中的偏移（UTF-16 单位）。 */
                  start: number;
                  length: number;
                  text: string;
                }[];
              };
              explain?: {
                tier: string;
                position: number;
                /** @description The rule that gave `match`; `another_is_meant` where another product decides. 判定 `match` 的规则；`another_is_meant` 表示另有产品更符合。 */
                rule?: string;
                /** @description The name that was found, where it is none of the fields. 命中的名称（不在字段之中时）。 */
                alias?: string;
              };
            }[];
            page: number;
            page_size: number;
            total: number;
            total_is_estimate: boolean;
            /** @description Of the search; an answer that is repeated from memory keeps its own. No part of the ETag. 检索耗时；由缓存重复的应答保留其原值。不计入 ETag。 */
            took_ms: number;
            /** @description Answered from the database because the search engine is away. 检索引擎不可用，由数据库应答。 */
            degraded: boolean;
            /**
             * @description The search engine stopped at its time limit: not the whole answer, and not the best order. Ask again. 检索引擎达到时限而中止：结果可能不全，排序可能欠佳，请重试。
             * @constant
             */
            cut_off?: true;
            /** @description Whether the query names a product, on whichever page: where it names none, all are merely similar. 检索内容是否确指某个产品。 */
            exact: boolean;
            /**
             * @description CAS numbers of products that were found in place of the number that was typed: its check digit is wrong and theirs, one digit or two swapped digits away, is right; or a spreadsheet made a date of them. 疑似误写的 CAS 号的更正。
             * @example [
             *       "50-78-2"
             *     ]
             */
            did_you_mean?: string[];
            /** @description Where the query is a list: its items in order, and which product each one found. `data` then holds these products, each once. 检索内容为列表时，逐项给出所找到的产品。 */
            items?: {
              text: string;
              /** @description Of the product in `data`; `null`: none was found. `data` 中产品的编号；`null` 为未找到。 */
              code: string | null;
              /** @enum {string} */
              match: 'exact' | 'partial' | 'similar' | 'none';
            }[];
            facets?: {
              category: {
                [key: string]: number;
              };
              series: {
                [key: string]: number;
              };
              tag: {
                [key: string]: number;
              };
              status: {
                [key: string]: number;
              };
              in_stock: {
                [key: string]: number;
              };
            };
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  suggestProducts: {
    parameters: {
      query?: {
        /** @description What has been typed so far; the first 300 characters (after NFKC) are read. 已输入的内容；读取（NFKC 之后的）前 300 个字符。 */
        q?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Completions, likeliest first · 补全，最可能的在前 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              text: string;
              /** @enum {string} */
              kind: 'name_cn' | 'name_en' | 'code' | 'cas' | 'alias';
              code: string;
            }[];
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  searchStructures: {
    parameters: {
      query?: {
        /**
         * @description What to look for as a SMILES. 以 SMILES 表示的结构。
         * @example CC(=O)Oc1ccccc1C(=O)O
         */
        smiles?: string;
        /** @description What to look for as a molfile (V2000 or V3000). 以 molfile 表示的结构。 */
        molfile?: string;
        /** @description A pattern to look for, only with `mode=substructure`. 子结构模式（SMARTS）。 */
        smarts?: string;
        /** @description `exact`: the same structure, with stereo, isotopes, charges and all parts of a salt; `stereo-blind`: the same but for stereo; `tautomer`: the same and its tautomers, by InChI with mobile hydrogens of keto and enol; `substructure`: structures that it is a part of, with the stereo that it has; `similarity`: what is alike. `exact` 完全相同；`stereo-blind` 忽略立体构型；`tautomer` 相同及其互变异构体；`substructure` 子结构；`similarity` 相似。 */
        mode?: 'exact' | 'stereo-blind' | 'tautomer' | 'substructure' | 'similarity';
        /** @description The least similarity, with `mode=similarity`: Tanimoto of Morgan fingerprints (radius 2, 2,048 bits). 最低相似度，仅用于 `mode=similarity`。 */
        threshold?: number;
        /** @description Only products that this text finds, too, as in `/products/search`. 同时按文字检索。 */
        q?: string;
        /** @description From 1 (default 1). 从 1 起（默认 1）。 */
        page?: number;
        /** @description Products a page, 1 to 200 (default 20). 每页产品数，1 至 200（默认 20）。 */
        page_size?: number;
        /** @description Only this category, or any of several with commas: `标准品,中间体`; a comma within a value is `\,`. An unknown one gives an empty list. 仅此类别，或以逗号分隔的任一类别，值内的逗号写 `\,`；未知类别返回空列表。 */
        category?: string;
        /** @description Only products that are (`true`, `1`) or are not (`false`, `0`) in stock. 仅现货（`true`、`1`）或仅非现货（`false`、`0`）。 */
        in_stock?: boolean;
        /** @description Only products with this status, or with any of several: `in_stock,futures`. 仅此供货状态的产品，或以逗号分隔的任一状态。 */
        status?: string;
        /** @description Only this drug series, or any of several, as `category`. 仅此药物系列，或任一系列，写法同 `category`。 */
        series?: string;
        /** @description Only products that carry this tag, or any of several, as `category`. 仅带此标签或其中任一标签的产品，写法同 `category`。 */
        tag?: string;
        /** @description Any of several categories, up to 20, by `;` (within a value `\;`); with `category` that one too. 任一类别，至多 20 个，以 `;` 分隔（值内写 `\;`）；与 `category` 合并。 */
        category_in?: string;
        /** @description Any of several series, as `category_in`. 任一系列，写法同 `category_in`。 */
        series_in?: string;
        /** @description Any of several tags, as `category_in`. 任一标签，写法同 `category_in`。 */
        tag_in?: string;
        /** @description Any of several states, as `category_in`. 任一状态，写法同 `category_in`。 */
        status_in?: string;
        /** @description Only products of at least this molecular weight. 分子量不小于此值的产品。 */
        mw_min?: number;
        /** @description Only products of at most this molecular weight. 分子量不大于此值的产品。 */
        mw_max?: number;
        /** @description `true` adds how many of the found products carry which value, of a field that is filtered by as if it were not. `true` 给出各取值的命中产品数，已筛选的字段按未筛选计数。 */
        facets?: boolean;
        /** @description `true` adds `structure` to each product: null where it has none. `molfile` adds its molfile too, which takes some 2 ms more each. · 附上结构；`molfile` 连同 molfile */
        structure?: boolean | 'molfile';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The products found, the same structure first, then by similarity · 命中的产品 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            query: {
              smiles?: string;
              molfile?: string;
              smarts?: string;
              /** @enum {string} */
              mode: 'exact' | 'stereo-blind' | 'tautomer' | 'substructure' | 'similarity';
              threshold?: number;
              q?: string;
            };
            data: {
              /**
               * @description Product number, unique / 货号
               * @example PDS-001859
               */
              code: string;
              /**
               * @description Chinese name / 中文名称
               * @example 阿司匹林
               */
              name_cn: string;
              /**
               * @description English name / 英文名称
               * @example aspirin
               */
              name_en: string | null;
              /**
               * @description Synonyms, separated by semicolons / 同义词（分号分隔）
               * @example 乙酰水杨酸;acetylsalicylic acid
               */
              synonyms: string | null;
              /**
               * @description CAS number, or N/A / CAS号
               * @example 50-78-2
               */
              cas: string;
              /**
               * @description Molecular formula / 分子式
               * @example C9H8O4
               */
              formula: string | null;
              /**
               * @description Molecular weight, g/mol / 分子量
               * @example 180.16
               */
              mw: number | null;
              /**
               * @description Category / 类别
               * @example 杂质对照品
               */
              category: string;
              /**
               * @description Drug series / 系列
               * @example 阿司匹林
               */
              series: string | null;
              /**
               * @description Stock status / 状态
               * @example in_stock
               * @enum {string}
               */
              status: 'in_stock' | 'futures' | 'custom' | 'off';
              /**
               * @description Whether the status is in_stock / 是否现货
               * @example true
               */
              in_stock: boolean;
              /**
               * @description Address of the structure image / 结构式图片地址
               * @example http://localhost:3000/media/1
               */
              structure_url: string | null;
              /**
               * @description Chinese description / 产品说明
               * @example 供含量测定用。
               */
              description: string | null;
              /** @description Chinese summary / AI 摘要 */
              ai_summary: string | null;
              /**
               * @description English description / 英文说明
               * @example For assay.
               */
              description_en: string | null;
              /** @description English summary / AI 英文摘要 */
              ai_summary_en: string | null;
              /**
               * @description Tags, separated by semicolons / 标签（分号分隔）
               * @example HPLC;EP
               */
              tags: string | null;
              /**
               * Format: date-time
               * @description Time of the last write, UTC / 更新时间
               * @example 2026-01-02T03:04:05.678901Z
               */
              updated_at: string;
              /**
               * @description Source label of the key that created the product / 来源
               * @example erp
               */
              source: string;
              /** @description With `structure=true`; null where the product has none · 结构 */
              structure?: {
                smiles: string | null;
                inchikey: string | null;
                formula: string;
                mw: number;
                fragments: number;
                stereo: ('none' | 'defined' | 'partial' | 'undefined') | null;
                /** @enum {string} */
                source: 'smiles' | 'molfile' | 'inchi';
                /** @description In lists and searches, with `structure=molfile`; null where one takes too long to be made · 仅用于列表与检索，随 `structure=molfile` */
                molfile?: string | null;
              } | null;
              /**
               * @description How the structure is what was looked for: the narrowest mode that finds it; `tautomer` with that mode alone. Only `exact` is the same structure; a `tautomer` is drawn otherwise, and may be the same substance in solution. 仅 `exact` 结构相同；`tautomer` 仅在该模式下给出，为互变异构体，画法不同，在溶液中可能为同一物质。
               * @enum {string}
               */
              match: 'exact' | 'stereo-blind' | 'tautomer' | 'substructure' | 'similarity';
              /** @description Tanimoto of Morgan fingerprints (radius 2, 2,048 bits), to four digits; absent for a pattern. 1 does not mean the same substance. 相似度；为 1 也不一定是同一物质。 */
              similarity?: number;
            }[];
            page: number;
            page_size: number;
            total: number;
            total_is_estimate: boolean;
            /** @description False: not all structures could be looked at in time (`not_looked_at` says how many), or filters and words were applied to the best 100,000 results only. 为假时并非所有结构都已检索。 */
            whole: boolean;
            not_looked_at?: number;
            /** @description Words were looked for in the database. 文字由数据库检索。 */
            degraded: boolean;
            /** @description Whether the first product of the page is the same structure. 本页首个产品是否结构相同。 */
            exact: boolean;
            facets?: {
              category: {
                [key: string]: number;
              };
              series: {
                [key: string]: number;
              };
              tag: {
                [key: string]: number;
              };
              status: {
                [key: string]: number;
              };
              in_stock: {
                [key: string]: number;
              };
            };
            took_ms: number;
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  postSearchStructures: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          smiles?: string | number | boolean;
          molfile?: string | number | boolean;
          smarts?: string | number | boolean;
          mode?: string | number | boolean;
          threshold?: string | number | boolean;
          q?: string | number | boolean;
          page?: string | number | boolean;
          page_size?: string | number | boolean;
          category?: string | number | boolean;
          in_stock?: string | number | boolean;
          status?: string | number | boolean;
          series?: string | number | boolean;
          tag?: string | number | boolean;
          category_in?: string | number | boolean;
          series_in?: string | number | boolean;
          tag_in?: string | number | boolean;
          status_in?: string | number | boolean;
          mw_min?: string | number | boolean;
          mw_max?: string | number | boolean;
          facets?: string | number | boolean;
          structure?: string | number | boolean;
        };
      };
    };
    responses: {
      /** @description The products found, the same structure first, then by similarity · 命中的产品 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            query: {
              smiles?: string;
              molfile?: string;
              smarts?: string;
              /** @enum {string} */
              mode: 'exact' | 'stereo-blind' | 'tautomer' | 'substructure' | 'similarity';
              threshold?: number;
              q?: string;
            };
            data: {
              /**
               * @description Product number, unique / 货号
               * @example PDS-001859
               */
              code: string;
              /**
               * @description Chinese name / 中文名称
               * @example 阿司匹林
               */
              name_cn: string;
              /**
               * @description English name / 英文名称
               * @example aspirin
               */
              name_en: string | null;
              /**
               * @description Synonyms, separated by semicolons / 同义词（分号分隔）
               * @example 乙酰水杨酸;acetylsalicylic acid
               */
              synonyms: string | null;
              /**
               * @description CAS number, or N/A / CAS号
               * @example 50-78-2
               */
              cas: string;
              /**
               * @description Molecular formula / 分子式
               * @example C9H8O4
               */
              formula: string | null;
              /**
               * @description Molecular weight, g/mol / 分子量
               * @example 180.16
               */
              mw: number | null;
              /**
               * @description Category / 类别
               * @example 杂质对照品
               */
              category: string;
              /**
               * @description Drug series / 系列
               * @example 阿司匹林
               */
              series: string | null;
              /**
               * @description Stock status / 状态
               * @example in_stock
               * @enum {string}
               */
              status: 'in_stock' | 'futures' | 'custom' | 'off';
              /**
               * @description Whether the status is in_stock / 是否现货
               * @example true
               */
              in_stock: boolean;
              /**
               * @description Address of the structure image / 结构式图片地址
               * @example http://localhost:3000/media/1
               */
              structure_url: string | null;
              /**
               * @description Chinese description / 产品说明
               * @example 供含量测定用。
               */
              description: string | null;
              /** @description Chinese summary / AI 摘要 */
              ai_summary: string | null;
              /**
               * @description English description / 英文说明
               * @example For assay.
               */
              description_en: string | null;
              /** @description English summary / AI 英文摘要 */
              ai_summary_en: string | null;
              /**
               * @description Tags, separated by semicolons / 标签（分号分隔）
               * @example HPLC;EP
               */
              tags: string | null;
              /**
               * Format: date-time
               * @description Time of the last write, UTC / 更新时间
               * @example 2026-01-02T03:04:05.678901Z
               */
              updated_at: string;
              /**
               * @description Source label of the key that created the product / 来源
               * @example erp
               */
              source: string;
              /** @description With `structure=true`; null where the product has none · 结构 */
              structure?: {
                smiles: string | null;
                inchikey: string | null;
                formula: string;
                mw: number;
                fragments: number;
                stereo: ('none' | 'defined' | 'partial' | 'undefined') | null;
                /** @enum {string} */
                source: 'smiles' | 'molfile' | 'inchi';
                /** @description In lists and searches, with `structure=molfile`; null where one takes too long to be made · 仅用于列表与检索，随 `structure=molfile` */
                molfile?: string | null;
              } | null;
              /**
               * @description How the structure is what was looked for: the narrowest mode that finds it; `tautomer` with that mode alone. Only `exact` is the same structure; a `tautomer` is drawn otherwise, and may be the same substance in solution. 仅 `exact` 结构相同；`tautomer` 仅在该模式下给出，为互变异构体，画法不同，在溶液中可能为同一物质。
               * @enum {string}
               */
              match: 'exact' | 'stereo-blind' | 'tautomer' | 'substructure' | 'similarity';
              /** @description Tanimoto of Morgan fingerprints (radius 2, 2,048 bits), to four digits; absent for a pattern. 1 does not mean the same substance. 相似度；为 1 也不一定是同一物质。 */
              similarity?: number;
            }[];
            page: number;
            page_size: number;
            total: number;
            total_is_estimate: boolean;
            /** @description False: not all structures could be looked at in time (`not_looked_at` says how many), or filters and words were applied to the best 100,000 results only. 为假时并非所有结构都已检索。 */
            whole: boolean;
            not_looked_at?: number;
            /** @description Words were looked for in the database. 文字由数据库检索。 */
            degraded: boolean;
            /** @description Whether the first product of the page is the same structure. 本页首个产品是否结构相同。 */
            exact: boolean;
            facets?: {
              category: {
                [key: string]: number;
              };
              series: {
                [key: string]: number;
              };
              tag: {
                [key: string]: number;
              };
              status: {
                [key: string]: number;
              };
              in_stock: {
                [key: string]: number;
              };
            };
            took_ms: number;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  resolveProducts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          identifiers: (
            | string
            | number
            | {
                /** @description Product number · 货号 */
                code?: (string | number) | null;
                /** @description CAS number · CAS号 */
                cas?: (string | number) | null;
                /** @description Name in Chinese or English · 中文或英文名称 */
                name?: (string | number) | null;
                /** @description Its structure, compared whole: stereo, isotopes, all parts · 结构，须完全一致（含立体、同位素与全部组分） */
                smiles?: string | null;
                /** @description Its structure as standard InChI · 结构（标准 InChI） */
                inchi?: string | null;
                /** @description The InChIKey of its structure · 结构的 InChIKey */
                inchikey?: string | null;
                /** @description Only held against the product: a formula names no substance · 仅用于核对 */
                formula?: (string | number) | null;
                /** @description Given back as it is · 原样返回 */
                quantity?: (string | number) | null;
                /** @description Given back as it is · 原样返回 */
                note?: (string | number) | null;
              }
          )[];
        };
      };
    };
    responses: {
      /** @description What each means, in the order of the list · 按清单次序逐条给出 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              /** @description Its place in the list, from 0. 在列表中的位置，从 0 起。 */
              index: number;
              /** @description As it was given. 原样。 */
              asked:
                | string
                | {
                    code?: string;
                    cas?: string;
                    name?: string;
                    smiles?: string;
                    inchi?: string;
                    inchikey?: string;
                    formula?: string;
                    quantity?: string;
                    note?: string;
                  };
              /**
               * @description `exact`: it names this substance, and nothing that it says is of another one. `partial`: it begins a name or is a part of one. `similar`: only like it, or its parts disagree (`conflict`): check it. `none`: no product. `exact` 为确指；`partial` 为名称的一部分；`similar` 须核对；`none` 为未找到。
               * @enum {string}
               */
              match: 'exact' | 'partial' | 'similar' | 'none';
              /**
               * @description Beside `exact`, where `product` is the first of several that fit equally (`others`): products of one substance, or of several substances that have the name. 与 `exact` 并列，说明有多个同样符合的产品（`others`），`product` 为其中第一个：同一物质的多个产品，或同名的多种物质。
               * @enum {string}
               */
              reason?: 'several_products' | 'several_substances';
              /** @description What was read in it, without numbering, amounts and grades; `heading`: it names columns; nothing in a blank line. 所读出的货号、CAS 号、结构、名称与分子式。 */
              read_as: {
                code?: string;
                cas?: string;
                structure?: string;
                name?: string;
                formula?: string;
                /** @constant */
                heading?: true;
              };
              product: components['schemas']['Product'] | null;
              /** @description Numbers of other products that it fits as well, at most 9; beside `none` those with the formula. 同样符合的其他产品货号。 */
              others: string[];
              /** @description What it says that is of another substance than `product`. 与该产品不符的内容。 */
              conflict?: ('code' | 'cas' | 'structure' | 'name' | 'formula')[];
              /** @description CAS numbers in place of a mistyped one. 疑似误写的 CAS 号的更正。 */
              did_you_mean?: string[];
              /** @description As it was given, or stands in the text. 数量。 */
              quantity?: string;
              note?: string;
            }[];
            /** @description How many have which match. 各种匹配的数量。 */
            counts: {
              exact: number;
              partial: number;
              similar: number;
              none: number;
            };
            /** @description Answered from the database because the search engine is away; or it stopped at its time limit; or some structures could not be looked for just now. 检索引擎不可用而由数据库应答，或已达时限，或部分结构暂时无法检索。 */
            degraded: boolean;
          };
          /**
           * @example {"index":0,"asked":"1. 阿司匹林 50-78-2 100mg","match":"exact","read_as":{"cas":"50-78-2","name":"阿司匹林"},"product":{"code":"PDS-001859","name_cn":"阿司匹林","name_en":"aspirin","synonyms":"乙酰水杨酸;acetylsalicylic acid","cas":"50-78-2","formula":"C9H8O4","mw":180.16,"category":"杂质对照品","series":"阿司匹林","status":"in_stock","in_stock":true,"structure_url":"http://localhost:3000/media/1","description":"供含量测定用。","ai_summary":null,"description_en":"For assay.","ai_summary_en":null,"tags":"HPLC;EP","updated_at":"2026-01-02T03:04:05.678901Z","source":"erp"},"others":[],"quantity":"100mg"}
           *     {"index":1,"asked":{"name":"unobtainium","note":"urgent"},"match":"none","read_as":{"name":"unobtainium"},"product":null,"others":[],"note":"urgent"}
           *     {"ok":true,"counts":{"exact":1,"partial":0,"similar":0,"none":1},"degraded":false}
           */
          'application/x-ndjson': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getRelated: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description Product number (a `/` in it as `%2F`), or a CAS number · 货号或 CAS 号
         * @example PDS-001859
         */
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description What belongs to it · 相关产品 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['RelatedProduct'][];
            whole: boolean;
            /**
             * @description There are more · 还有更多
             * @constant
             */
            truncated?: true;
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  pushFile: {
    parameters: {
      query?: {
        /** @description `skip` leaves products alone that would not change, and counts them in `unchanged`. `skip` 不改动内容未变的产品，并计入 `unchanged`。 */
        unchanged?: 'skip';
        /** @description `true` answers the same and writes no product; `changes` tells what would be written. `true` 只作答、不写入；`changes` 说明将写入什么。 */
        dry_run?: boolean;
        /** @description `off`: the file is all that your source has. What your source created before and the file does not name is set to `off`. `off`：文件即该来源的全部产品；该来源此前创建而文件未列出的产品设为 `off`（下架）。 */
        missing?: 'off';
        /** @description The character encoding of a text. Without it it is found; the answer names it, and `encoding_unsure` says that another one may be right. 文本的字符编码。不给则自动识别；响应中给出，`encoding_unsure` 表示可能有误。 */
        encoding?:
          | 'utf-8'
          | 'utf-16le'
          | 'utf-16be'
          | 'gb18030'
          | 'big5'
          | 'shift_jis'
          | 'euc-jp'
          | 'euc-kr'
          | 'windows-1252'
          | 'windows-1250'
          | 'windows-1251';
        /** @description The name of a mapping: what the columns are read as, as staff have set it on the page of imports. Without it one that is remembered for these columns and your source is used, where there is one; the answer names it, and `ignored_fields` what it leaves out. 列映射的名称（员工在导入页面设置）。不给则使用为该来源及相同表头记住的映射（如有）；响应中给出名称，其忽略的列在 `ignored_fields` 中。 */
        mapping?: string;
        /** @description With `missing=off`: how many products it switches off. Needed where these are more than a tenth of those of your source that are not off yet, or where the file is empty. With the last part of a list it counts what the whole list switches off. `missing=off` 时：将下架的产品数。若超过该来源未下架产品的十分之一，或文件为空，则必须给出。对清单的最后一部分，为整个清单将下架的产品数。 */
        confirm?: number;
        /** @description With `missing=off`: the file is a part of the list of this name. Nothing is switched off before its last part. `missing=off` 时：文件为该名称的清单的一部分；最后一部分之前不下架任何产品。 */
        list?: string;
        /** @description With `list`: the number of the part, from 1. A part may be sent again. `list` 时：部分的编号，从 1 起；可重发。 */
        part?: number;
        /** @description With `list`: `true` with the last part. The parts before it must have come within 24 hours. `list` 时：最后一部分为 `true`；此前各部分须在 24 小时内提交。 */
        last?: boolean;
      };
      header?: {
        /** @description `wait=<seconds>` (RFC 7240), 30 at most: the answer waits until what was written can be searched. 等到所写内容可被检索再应答，至多 30 秒。 */
        Prefer?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "file": "(binary)"
         *     }
         */
        'multipart/form-data': {
          /** Format: binary */
          file: string;
        };
        /**
         * @example 货号,品名,cas,库存
         *     PDS-001859,阿司匹林,50-78-2,25
         */
        'text/csv': string;
        /**
         * @example [
         *       {
         *         "code": "PDS-001859",
         *         "name_cn": "阿司匹林",
         *         "cas": "50-78-2",
         *         "stock": 25
         *       }
         *     ]
         */
        'application/json':
          | {
              products: components['schemas']['PushedProduct'][];
            }
          | components['schemas']['PushedProduct'][];
        /** @example {"code":"PDS-001859","name_cn":"阿司匹林","cas":"50-78-2","stock":25} */
        'application/x-ndjson': string;
        /** @example (binary) */
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
        /** @example (binary) */
        'application/gzip': string;
        /** @example (binary) */
        'application/octet-stream': string;
      };
    };
    responses: {
      /** @description What became of the rows · 各行结果 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            created: number;
            updated: number;
            /** @description Counted only with `unchanged=skip` · 仅在 `unchanged=skip` 时计数 */
            unchanged: number;
            invalid: number;
            /** @description Numbers of the accepted products, in order of first appearance · 已接受产品的编号，按首次出现的次序 */
            codes: string[];
            /** @description Why rows were not accepted; the first 1000 · 未接受的原因；前 1000 行 */
            errors: {
              /** @description Of the item, from 0 · 该项的位置，从 0 起 */
              index: number;
              code: string | null;
              field: string | null;
              /** @description For programs; more may be added: `required`, `wrong_type`, `too_long`, `control_character`, `malformed_text`, `reserved`, `inexact_number`, `not_a_number`, `not_finite`, `negative`, `unknown_status`, `unknown_category`, `bad_url`, `ambiguous_cas`, `code_taken`, `code_too_long`, `other_source` (for a key with the access `push`) · 供程序判断，以后可能增加：`required`, `wrong_type`, `too_long`, `control_character`, `malformed_text`, `reserved`, `inexact_number`, `not_a_number`, `not_finite`, `negative`, `unknown_status`, `unknown_category`, `bad_url`, `ambiguous_cas`, `code_taken`, `code_too_long`, `other_source` (for a key with the access `push`) */
              reason: string;
              /** @description A sentence for people, in Chinese where `Accept-Language` prefers it · 供人阅读的说明，`Accept-Language` 以中文为先时为中文 */
              message: string;
              /** @description What else is wrong with the values of the item · 该项的其他问题 */
              others?: {
                field: string;
                reason: string;
                message: string;
              }[];
              /** @description In the file; in a JSON array the position, from 1 · 在文件中的行；JSON 数组中为位置，从 1 起 */
              line: number;
            }[];
            /**
             * @description There are more: see `import_id` · 还有更多：见 `import_id`
             * @constant
             */
            errors_truncated?: true;
            /** @description What is probably wrong with accepted rows; the first 1000. Before them rows that were skipped, as they are about the table: titles, rules, totals, numbers of pages, the header once more; the first 100 · 已接受行中的可疑之处；前 1000 行。之前为已跳过的行：标题、分隔线、合计、页码、重复的表头；前 100 行 */
            warnings: {
              /** @description null for a row that is no item, such as a total · 非产品的行（如合计）为 null */
              index: number | null;
              code: string | null;
              field: string | null;
              /** @enum {string} */
              reason:
                | 'check_digit'
                | 'date'
                | 'no_formula'
                | 'no_structure'
                | 'open_structure'
                | 'too_large'
                | 'too_long'
                | 'too_complex'
                | 'wrong_type'
                | 'control_character'
                | 'structure_formula'
                | 'structure_weight'
                | 'name_structure'
                | 'name_isomer'
                | 'other_weight'
                | 'several_names'
                | 'several_formulas'
                | 'unusual_characters'
                | 'lookalike'
                | 'repeated'
                | 'number_as_text'
                | 'no_value'
                | 'no_cas'
                | 'quotes'
                | 'garbled'
                | 'other_column'
                | 'merged_cells'
                | 'inexact_number'
                | 'title'
                | 'rule'
                | 'total'
                | 'page'
                | 'header_again';
              message: string;
              /** @description As it was given · 原样 */
              value: string | number | null;
              /** @description In the file; in a JSON array the position, from 1 · 在文件中的行；JSON 数组中为位置，从 1 起 */
              line: number;
            }[];
            /** @constant */
            warnings_truncated?: true;
            /** @description Keys that mean nothing here, each once; the first 100, of each its first 60 characters · 无意义的键，各列一次；至多 100 个，每个至多前 60 个字符 */
            ignored_fields: string[];
            /** @constant */
            ignored_fields_truncated?: true;
            /** @description With `dry_run=true`: what would be written, and which fields would change; 1000 at most · `dry_run=true` 时：将写入的内容与将改变的字段；至多 1000 条 */
            changes?: {
              code: string;
              fields: string[];
            }[];
            /** @constant */
            changes_truncated?: true;
            /** @description Products that a full list (`missing=off`) had switched off, and that are on again: with the status that they had, unless the item says another; the first 1000 · 曾因全部产品清单（`missing=off`）下架、现又上架的产品：除非该项另行指定，恢复原状态；前 1000 个 */
            switched_on?: string[];
            switched_on_total?: number;
            /** @description With it `GET /sync/imports/{id}/rejected` lists all that was rejected · 凭此可由 `GET /sync/imports/{id}/rejected` 列出全部被拒绝的项 */
            import_id?: number;
            /** @description Of a text: its character encoding · 文本的字符编码 */
            encoding?: string;
            /**
             * @description Another encoding may be right: look at the names · 编码可能有误，请核对名称
             * @constant
             */
            encoding_unsure?: true;
            /** @description The mapping by which its columns were read · 读取各列所用的映射 */
            mapping?: string;
            /** @description Of a workbook: further sheets with values, which are not read · 工作簿中有内容但未读取的其他工作表 */
            ignored_sheets?: string[];
            /** @description With `missing=off`: the products that were switched off, the first 1000 · `missing=off` 时：已下架的产品，前 1000 个 */
            switched_off?: string[];
            switched_off_total?: number;
            /** @description With `list`: the parts of the list that have come · `list` 时：已收到的部分 */
            parts?: number[];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      /** @description More products would be switched off than is done without a word · 将下架较多产品，需要确认 */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': {
            /** @constant */
            ok: false;
            /** @example http://localhost:3000/api-docs/errors#bad-request */
            type: string;
            title: string;
            status: number;
            detail: string;
            request_id: string;
            errors?: {
              path: string;
              /**
               * @description What is wrong, for programs: these are ours, and stay. 供程序判断的错误代码，保持不变。
               * @enum {string}
               */
              code:
                | 'structure_no_structure'
                | 'structure_open_structure'
                | 'structure_too_large'
                | 'structure_too_long'
                | 'structure_too_complex'
                | 'structure_unreadable'
                | 'several_substances'
                | 'taken'
                | 'name_taken'
                | 'last_administrator'
                | 'empty'
                | 'import_failed'
                | 'no_product'
                | 'required'
                | 'too_long'
                | 'bad_length'
                | 'unknown_category'
                | 'same_name'
                | 'default_category'
                | 'unknown_name'
                | 'bad_url'
                | 'not_a_number'
                | 'spreadsheet_error'
                | 'inexact_number'
                | 'negative'
                | 'reserved'
                | 'control_character'
                | 'bad_character'
                | 'in_the_past'
                | 'no_https_address'
                | 'not_https'
                | 'private_address'
                | 'credentials'
                | 'too_many'
                | 'ambiguous_cas'
                | 'other_source'
                | 'code_taken'
                | 'unknown_status'
                | 'not_an_image'
                | 'damaged'
                | 'too_large'
                | 'too_many_pixels'
                | 'bad_group'
                | 'in_use'
                | 'one_of_two'
                | 'bad_language'
                | 'unknown_kind'
                | 'no_letter'
                | 'repeated'
                | 'built_in'
                | 'bad_name'
                | 'wrong_password'
                | 'bad_password'
                | 'common_password'
                | 'translator_away'
                | 'bad_filename'
                | 'wrong_type'
                | 'malformed_row'
                | 'malformed_json'
                | 'not_finite'
                | 'malformed_text'
                | 'code_too_long'
                | 'ambiguous'
                | 'bad_cursor'
                | 'bad_format'
                | 'bad_time'
                | 'empty_range'
                | 'extension'
                | 'invalid'
                | 'malformed_form'
                | 'missing'
                | 'missing_parts'
                | 'no_images'
                | 'no_structure'
                | 'not_an_object'
                | 'not_editable'
                | 'not_here'
                | 'not_whole'
                | 'open_structure'
                | 'other_filters'
                | 'out_of_range'
                | 'too_complex'
                | 'too_deep'
                | 'too_few'
                | 'too_many_images'
                | 'unexpected_file'
                | 'unidentified'
                | 'unknown_field'
                | 'unknown_line'
                | 'unknown_parameter'
                | 'unknown_profile'
                | 'unknown_value'
                | 'unreadable'
                | 'missing_image'
                | 'not_base64'
                | 'not_text'
                | 'unsupported_type'
                | 'broken'
                | 'foreign'
                | 'large'
                | 'structures_building'
                | 'structures_away'
                | 'not_both'
                | 'needs_missing'
                | 'unreadable_cell'
                | 'needs_list';
              /** @description What is wrong, in Chinese where `Accept-Language` prefers it. 错误说明；`Accept-Language` 以中文为先时为中文。 */
              message: string;
              /** @description What stood there, its first 100 characters. 所给的值（前 100 个字符）。 */
              value?: string;
            }[];
            /** @description With `missing=off`: the products that were switched off, the first 1000 · `missing=off` 时：已下架的产品，前 1000 个 */
            switched_off?: string[];
            switched_off_total?: number;
          };
        };
      };
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listRejected: {
    parameters: {
      query?: {
        page?: number;
        page_size?: number;
      };
      header?: never;
      path: {
        /**
         * @description `import_id` of the answer · 回答中的 `import_id`
         * @example 4711
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A page of rejected rows · 一页被拒绝的行 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              /** @description Of the item, from 0 · 该项的位置，从 0 起 */
              index: number;
              code: string | null;
              field: string | null;
              /** @description For programs; more may be added: `required`, `wrong_type`, `too_long`, `control_character`, `malformed_text`, `reserved`, `inexact_number`, `not_a_number`, `not_finite`, `negative`, `unknown_status`, `unknown_category`, `bad_url`, `ambiguous_cas`, `code_taken`, `code_too_long`, `other_source` (for a key with the access `push`) · 供程序判断，以后可能增加：`required`, `wrong_type`, `too_long`, `control_character`, `malformed_text`, `reserved`, `inexact_number`, `not_a_number`, `not_finite`, `negative`, `unknown_status`, `unknown_category`, `bad_url`, `ambiguous_cas`, `code_taken`, `code_too_long`, `other_source` (for a key with the access `push`) */
              reason: string;
              /** @description A sentence for people, in Chinese where `Accept-Language` prefers it · 供人阅读的说明，`Accept-Language` 以中文为先时为中文 */
              message: string;
              /** @description What else is wrong with the values of the item · 该项的其他问题 */
              others?: {
                field: string;
                reason: string;
                message: string;
              }[];
              /** @description In the file; in a JSON array the position, from 1 · 在文件中的行；JSON 数组中为位置，从 1 起 */
              line?: number;
              /** @description The item as it was given, or what stood in its place; null where it was longer than 256 KiB · 所给的原样内容；超过 256 KiB 时为 null */
              values: unknown;
            }[];
            page: number;
            page_size: number;
            /** @description The rows that are kept; `counts.invalid` were rejected · 所保留的行；被拒绝的行数为 `counts.invalid` */
            total: number;
            id: number;
            /** Format: date-time */
            at: string;
            /** @description Of a file that came as a part of a form · 仅限以表单上传的文件 */
            file_name: string | null;
            counts: {
              [key: string]: number;
            };
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  exportProducts: {
    parameters: {
      query?: {
        format?: 'csv' | 'xlsx' | 'json' | 'ndjson' | 'sdf' | 'chemicalbook';
        /** @description Only for `chemicalbook`; default `utf-8`. 仅用于 `chemicalbook`；默认 `utf-8`。 */
        encoding?: 'utf-8' | 'gb18030';
        /** @description Which fields, in this order, separated by commas; default the fields of a product. There are code, name_cn, name_en, synonyms, cas, formula, mw, category, series, status, in_stock, structure_url, description, ai_summary, description_en, ai_summary_en, tags, updated_at, source, product_url, drawing_url, picture_url. Not for `chemicalbook`. 所需字段及其顺序，以逗号分隔。 */
        fields?: string;
        /** @description Only this category, or any of several with commas: `标准品,中间体`; a comma within a value is `\,`. An unknown one gives an empty list. 仅此类别，或以逗号分隔的任一类别，值内的逗号写 `\,`；未知类别返回空列表。 */
        category?: string;
        /** @description Only products that are (`true`, `1`) or are not (`false`, `0`) in stock. 仅现货（`true`、`1`）或仅非现货（`false`、`0`）。 */
        in_stock?: boolean;
        /** @description Only products written strictly later, up to `as_of`. ISO 8601; UTC where it has no offset. 仅此时刻之后（不含该时刻）、`as_of` 之前写入的产品。ISO 8601；无时区偏移则为 UTC。 */
        updated_after?: string;
        /** @description Only products with this status, or with any of several: `in_stock,futures`. 仅此供货状态的产品，或以逗号分隔的任一状态。 */
        status?: string;
        /** @description Only this drug series, or any of several, as `category`. 仅此药物系列，或任一系列，写法同 `category`。 */
        series?: string;
        /** @description Only products created by keys with this source label, or any of several, as `category`. 仅由带此来源标签（或其中任一）的密钥创建的产品，写法同 `category`。 */
        source?: string;
        /** @description Only products that carry this tag, or any of several, as `category`. 仅带此标签或其中任一标签的产品，写法同 `category`。 */
        tag?: string;
        /** @description Only products that this check of `GET /quality` finds. Needs a key: without one the answer is a 401. While products are still being checked after very many changes it is a 503. 仅 `GET /quality` 的该项检查所发现的产品。须有密钥，否则返回 401。大量变更后仍在检查产品时返回 503。 */
        quality?:
          | 'name_en_missing'
          | 'image_missing'
          | 'formula_missing'
          | 'cas_missing'
          | 'mw_missing'
          | 'check_digit'
          | 'date'
          | 'no_cas'
          | 'no_formula'
          | 'other_weight'
          | 'structure_formula'
          | 'structure_weight'
          | 'name_structure'
          | 'name_isomer'
          | 'unusual_characters'
          | 'several_names'
          | 'several_formulas';
        /** @description An export profile, which decides all but the scope; without a key only public ones. 导出配置名称；无密钥时仅限公开配置。 */
        profile?: string;
        /** @description In place of what the profile says. 代替配置中的设定。 */
        scope?: 'all' | 'delta' | 'revocations';
        /** @description Whom the file is for: a delta and revocations go on at the last delivery to this recipient. The name of your key unless given. 文件的接收方：delta 与 revocations 从上次向该接收方的交付接续。默认为您的密钥名称。 */
        recipient?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file · 文件 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          /** @description A dated file name · 带日期的文件名 */
          'Content-Disposition'?: string;
          /** @description `bytes` where the download can be resumed · 可续传时为 `bytes` */
          'Accept-Ranges'?: string;
          /** @description Names this state of the catalogue and what was asked of it: send it back in If-None-Match · 目录状态的标识，可放入 If-None-Match */
          ETag?: string;
          /** @description Rows of the file · 文件的行数 */
          'X-Total-Count'?: string;
          /** @description Where this snapshot stands in the change log: go on with `GET /changes?after=` · 快照在变更日志中的位置 */
          'X-Changes-Cursor'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: (
              | components['schemas']['Product']
              | components['schemas']['SomeFields']
              | components['schemas']['ProfileRow']
            )[];
            count: number;
          };
          /**
           * @example Catalog Number	CAS Registry Number
           *     PDS-001859	50-78-2
           */
          'text/tab-separated-values': string;
          /**
           * @example PDS-001859
           *     Actelion Java MolfileCreator 1.0
           *
           *       2  1  0  0  0  0  0  0  0  0999 V2000
           *         0.0000    0.0000    0.0000 C   0  0
           *         1.5000    0.0000    0.0000 O   0  0
           *       1  2  1  0
           *     M  END
           *     > <code>
           *     PDS-001859
           *
           *     $$$$
           */
          'chemical/x-mdl-sdfile': string;
          /**
           * @example code,name_cn,name_en,synonyms,cas,formula,mw,category,series,status,in_stock,structure_url,description,ai_summary,description_en,ai_summary_en,tags,updated_at,source
           *     PDS-001859,阿司匹林,aspirin,乙酰水杨酸;acetylsalicylic acid,50-78-2,C9H8O4,180.16,杂质对照品,阿司匹林,in_stock,true,http://localhost:3000/media/1,供含量测定用。,,For assay.,,HPLC;EP,2026-01-02T03:04:05.678901Z,erp
           */
          'text/csv': string;
          /** @example {"code":"PDS-001859","name_cn":"阿司匹林","name_en":"aspirin","synonyms":"乙酰水杨酸;acetylsalicylic acid","cas":"50-78-2","formula":"C9H8O4","mw":180.16,"category":"杂质对照品","series":"阿司匹林","status":"in_stock","in_stock":true,"structure_url":"http://localhost:3000/media/1","description":"供含量测定用。","ai_summary":null,"description_en":"For assay.","ai_summary_en":null,"tags":"HPLC;EP","updated_at":"2026-01-02T03:04:05.678901Z","source":"erp"} */
          'application/x-ndjson': string;
          /** @example PK… */
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
        };
      };
      /** @description The part of the file that `Range` asks for, where its ETag stands in `If-Range` · `Range` 所要求的部分（`If-Range` 须为其 ETag） */
      206: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          '*/*': string;
        };
      };
      /** @description Unchanged since the ETag in If-None-Match · 自该 ETag 以来未变 */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          /** @description As it was sent · 同所发送 */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      416: components['responses']['RangeNotSatisfiable'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listExportProfiles: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Those of the service first, then by name · 先内置，后按名称 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ExportProfile'][];
          };
        };
      };
      304: components['responses']['NotModified'];
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  getExportProfile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The name of a profile · 配置名称
         * @example cn-marketplace
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The profile · 配置 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ExportProfile'];
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  putExportProfile: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of what you have read: 412 where it is another one by now, and nothing is written. 所读内容的 ETag；若已改变则返回 412，不写入。 */
        'If-Match'?: string;
        /** @description `*`: 412 where there is one already, and nothing is written. 取 `*` 时，若已存在则返回 412，不写入。 */
        'If-None-Match'?: string;
      };
      path: {
        /**
         * @description The name of a profile · 配置名称
         * @example market
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @example Marketplace */
          title: string;
          /**
           * @description Whether `GET /export?profile=` works without a key. `GET /export?profile=` 是否无需密钥。
           * @default false
           */
          public?: boolean;
          /**
           * @description `sdf`: structures, each with the columns as data items; products without a structure are left out, and revocations are csv. `sdf`：结构文件，各列为数据项；不含无结构的产品，撤销列表为 csv。
           * @enum {string}
           */
          format: 'csv' | 'tsv' | 'xlsx' | 'json' | 'ndjson' | 'sdf';
          /**
           * @description Of csv and tsv; default `utf-8-bom` for csv, `utf-8` for tsv. The others are UTF-8. 用于 csv 与 tsv；csv 默认 `utf-8-bom`，tsv 默认 `utf-8`。其他格式为 UTF-8。
           * @enum {string}
           */
          encoding?: 'utf-8' | 'utf-8-bom' | 'gb18030' | 'ascii';
          /** @description For `ascii`: what stands for a character without a counterpart (default `?`). Greek letters are spelled out (α: alpha), accents go, full width, dashes, primes, and raised and lowered digits become plain. 用于 `ascii`：无对应字符时的替代（默认 `?`）。希腊字母拼写（α 为 alpha），去除重音，全角、各种连字符、撇号与上下标数字化为普通字符。 */
          replacement?: string;
          /**
           * @description Of the headers. 表头的语言。
           * @default cn
           * @enum {string}
           */
          language?: 'cn' | 'en';
          columns: {
            /**
             * @description Default: the title of the field in the language of the profile. 默认为该字段在配置语言中的标题。
             * @example 货号
             */
            header?: string;
            /** @enum {string} */
            field?:
              | 'code'
              | 'name_cn'
              | 'name_en'
              | 'synonyms'
              | 'cas'
              | 'formula'
              | 'mw'
              | 'category'
              | 'series'
              | 'status'
              | 'in_stock'
              | 'structure_url'
              | 'description'
              | 'ai_summary'
              | 'description_en'
              | 'ai_summary_en'
              | 'tags'
              | 'updated_at'
              | 'source'
              | 'product_url'
              | 'drawing_url'
              | 'picture_url'
              | 'synonyms_cn'
              | 'synonyms_en'
              | 'all_names';
            /** @description In place of a field: the same text in each row. 代替字段：每行相同的文本。 */
            constant?: string;
            /**
             * @description What is written in place of a value; an empty text leaves the cell empty. 代替某值写出的内容；空文本则单元格为空。
             * @example {
             *       "in_stock": "现货",
             *       "futures": "期货",
             *       "custom": "定制"
             *     }
             */
            map?: {
              [key: string]: string;
            };
            /** @description In place of every value that `map` does not have; without it the value itself. 代替 `map` 中没有的值；不给则写原值。 */
            otherwise?: string;
            /** @description Where the product has no value. 产品无值时写出的内容。 */
            empty?: string;
            /**
             * @description `line`: line breaks become a space (texts). `pipes`: parts are separated by `|` (synonyms, tags). `lines`: each part on a line of its own (the same). `date`: the day alone (`updated_at`). `two-decimals` (`mw`). `line`：换行化为空格（文本）。`pipes`：以 `|` 分隔（同义词、标签）。`lines`：每项一行（同上）。`date`：仅日期（`updated_at`）。`two-decimals`：两位小数（`mw`）。
             * @enum {string}
             */
            format?: 'line' | 'pipes' | 'lines' | 'date' | 'two-decimals';
          }[];
          /**
           * @description Of the rows: by product number, or as they were created. 行的次序：按货号，或按创建次序。
           * @default code
           * @enum {string}
           */
          order?: 'code' | 'created';
          /** @default {} */
          filter?: {
            category?: string;
            /**
             * @description Without it: all but `off`. 不给则为 `off` 以外的全部。
             * @default [
             *       "in_stock",
             *       "futures",
             *       "custom"
             *     ]
             */
            status?: ('in_stock' | 'futures' | 'custom' | 'off')[];
            series?: string;
            source?: string;
            tag?: string;
            in_stock?: boolean;
          };
          /**
           * @description What a delivery holds: all products; those that have changed since the last one; the numbers of those that have gone since. 交付的内容：全部产品；自上次以来有变更的产品；自上次以来不再有的编号。
           * @default all
           * @enum {string}
           */
          scope?: 'all' | 'delta' | 'revocations';
        };
      };
    };
    responses: {
      /** @description Replaced · 已替换 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ExportProfile'];
          };
        };
      };
      /** @description Made · 已新建 */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ExportProfile'];
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deleteExportProfile: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of what you have read: 412 where it is another one by now, and nothing is written. 所读内容的 ETag；若已改变则返回 412，不写入。 */
        'If-Match'?: string;
        /** @description `*`: 412 where there is one already, and nothing is written. 取 `*` 时，若已存在则返回 412，不写入。 */
        'If-None-Match'?: string;
      };
      path: {
        /**
         * @description The name of a profile · 配置名称
         * @example market
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted · 已删除 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            name: string;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      412: components['responses']['PreconditionFailed'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  listExportDeliveries: {
    parameters: {
      query?: {
        /** @description Only deliveries with a lower number: the last one of the page before. 仅编号更小的交付：上一页最后一个的编号。 */
        before?: number;
        /** @description Deliveries a page, 1 to 200 (default 50). 每页交付数，1 至 200（默认 50）。 */
        limit?: number;
      };
      header?: never;
      path: {
        /**
         * @description The name of a profile · 配置名称
         * @example cn-marketplace
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deliveries · 交付记录 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: components['schemas']['ExportDelivery'][];
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      404: components['responses']['NotFound'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  deliverExport: {
    parameters: {
      query?: {
        /** @description In place of what the profile says. 代替配置中的设定。 */
        scope?: 'all' | 'delta' | 'revocations';
        /** @description Whom the file is for: a delta and revocations go on at the last delivery to this recipient. The name of your key unless given. 文件的接收方：delta 与 revocations 从上次向该接收方的交付接续。默认为您的密钥名称。 */
        recipient?: string;
      };
      header?: never;
      path: {
        /**
         * @description The name of a profile · 配置名称
         * @example cn-marketplace
         */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file · 文件 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          /** @description A dated file name · 带日期的文件名 */
          'Content-Disposition'?: string;
          /** @description Rows · 行数 */
          'X-Total-Count'?: string;
          /** @description Where this file stands in the change log · 该文件在变更日志中的位置 */
          'X-Changes-Cursor'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              [key: string]: unknown;
            }[];
            count: number;
          };
          /**
           * @example 货号,供应商
           *     PDS-001859,ACME
           */
          'text/csv': string;
          /** @example {"code":"PDS-001859"} */
          'application/x-ndjson': string;
          /** @example (a workbook · 工作簿) */
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
          /**
           * @example Catalog Number	CAS Registry Number
           *     PDS-001859	50-78-2
           */
          'text/tab-separated-values': string;
          /** @example (structures with data items · 结构及数据项) */
          'chemical/x-mdl-sdfile': string;
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      403: components['responses']['Forbidden'];
      404: components['responses']['NotFound'];
      410: components['responses']['Gone'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  countFindings: {
    parameters: {
      query?: {
        /** @description `true` adds for each export profile how many of its products lack a field that it wants. `true` 附上每个导出配置中缺少所需字段的产品数。 */
        profiles?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description A count for each check · 各项检查的数目 */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            data: {
              /** @enum {string} */
              check:
                | 'name_en_missing'
                | 'image_missing'
                | 'formula_missing'
                | 'cas_missing'
                | 'mw_missing'
                | 'check_digit'
                | 'date'
                | 'no_cas'
                | 'no_formula'
                | 'other_weight'
                | 'structure_formula'
                | 'structure_weight'
                | 'name_structure'
                | 'name_isomer'
                | 'unusual_characters'
                | 'several_names'
                | 'several_formulas';
              title: {
                en: string;
                cn: string;
              };
              count: number;
            }[];
            /** @description With `profiles=true` · 仅 `profiles=true` 时 */
            profiles?: {
              profile: string;
              title: string;
              /** @description What it wants that products may lack; `picture`: an image or a structure · 所需而产品可能缺少的字段；`picture`：图片或结构 */
              fields: string[];
              products: number;
              /** @description Products that lack one of them · 缺少其中之一的产品数 */
              lacking: number;
            }[];
            /** @description false while products are still being checked after very many changes, such as a restore: the counts go on changing by themselves. 大量变更（如恢复备份）之后仍在检查时为 false：数字还会自行变化。 */
            complete: boolean;
          };
        };
      };
      304: components['responses']['NotModified'];
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  submitInquiry: {
    parameters: {
      query?: never;
      header?: {
        /** @description A text of your choice, such as a UUID, new for each thing to be done. For 24 hours the same call with the same key gets the same answer and does nothing again; with another content it is a 422. 自选文本（如 UUID），每件事一个。24 小时内以同一键重复同一调用，返回同一结果，不会重复执行；内容不同则返回 422。 */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Number of the product. 货号。 */
          code?: string | number | null;
          /** @description Its CAS number. CAS 号。 */
          cas?: string | null;
          /** @description Its name, where there is no number. 产品名称。 */
          product_name?: string | null;
          /** @description How much, with its unit where there is no `unit`. 数量。 */
          quantity?: number | (string | null);
          /** @description Several products, in place of the fields of one. 多个产品。 */
          items?:
            | ({
                /** @description Number of the product. 货号。 */
                code?: string | number | null;
                /** @description Its CAS number. CAS 号。 */
                cas?: string | null;
                /** @description Its name, where there is no number. 产品名称。 */
                product_name?: string | null;
                /** @description How much, with its unit where there is no `unit`. 数量。 */
                quantity?: number | (string | null);
                /** @description Unit of the quantity. 单位。 */
                unit?: string | null;
                /** @description Purity that is needed. 纯度要求。 */
                purity?: string | null;
                /** @description What else is to be known of it. 备注。 */
                note?: string | null;
                /** @description Number of a product that may be meant by `product_name`, where nobody has confirmed it. 可能所指产品的货号，尚未确认。 */
                suggested?: string | number | null;
              } & (unknown | unknown | unknown))[]
            | null;
          /** @description Who asks. 姓名。 */
          name: string;
          /** @description Company or institute. 公司。 */
          company?: string | null;
          /** @description Where the answer is sent to. 电子邮箱。 */
          email?: string | null;
          /** @description Or where to call. 电话。 */
          phone?: string | null;
          /** @description Country of delivery. 国家。 */
          country?: string | null;
          /** @description What else is asked. 留言。 */
          message?: string | null;
        } & ((unknown | unknown | unknown | unknown) & (unknown | unknown));
      };
    };
    responses: {
      /** @description Received · 已收到 */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            ok: true;
            /** @description Its number · 其编号 */
            id: number;
          };
        };
      };
      400: components['responses']['BadRequest'];
      401: components['responses']['Unauthorized'];
      409: components['responses']['Conflict'];
      413: components['responses']['PayloadTooLarge'];
      415: components['responses']['UnsupportedMediaType'];
      422: components['responses']['UnprocessableEntity'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  redirectToDocs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description To the documentation · 转到文档 */
      308: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          /** @description `/api-docs` at the root of the site · 站点根下的地址 */
          Location?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Unauthorized'];
      429: components['responses']['TooManyRequests'];
      431: components['responses']['RequestHeaderFieldsTooLarge'];
      503: components['responses']['ServiceUnavailable'];
    };
  };
  productsChanged: {
    parameters: {
      query?: never;
      header: {
        /** @description Names the message: the same for every repetition. 消息编号，重复投递时不变。 */
        'webhook-id': string;
        /** @description When it was sent, in seconds since 1970. 发送时间（Unix 秒）。 */
        'webhook-timestamp': string;
        /** @description `v1,` and the base64 of an HMAC-SHA256 of `<id>.<timestamp>.<body>`. 签名。 */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "products.changed",
         *       "timestamp": "2026-01-01T00:00:00.000Z",
         *       "data": {
         *         "changes": [
         *           {
         *             "code": "PDS-001859",
         *             "op": "upsert",
         *             "product": {
         *               "code": "PDS-001859",
         *               "name_cn": "阿司匹林",
         *               "name_en": "aspirin",
         *               "synonyms": "乙酰水杨酸;acetylsalicylic acid",
         *               "cas": "50-78-2",
         *               "formula": "C9H8O4",
         *               "mw": 180.16,
         *               "category": "杂质对照品",
         *               "series": "阿司匹林",
         *               "status": "in_stock",
         *               "in_stock": true,
         *               "structure_url": "http://localhost:3000/media/1",
         *               "description": "供含量测定用。",
         *               "ai_summary": null,
         *               "description_en": "For assay.",
         *               "ai_summary_en": null,
         *               "tags": "HPLC;EP",
         *               "updated_at": "2026-01-02T03:04:05.678901Z",
         *               "source": "erp"
         *             }
         *           },
         *           {
         *             "code": "PDS-000101",
         *             "op": "delete",
         *             "product": null
         *           }
         *         ],
         *         "next": "eyJlIjoiM2Y0YyIsIngiOiI3NDMiLCJzIjoxMjB9"
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          type: 'products.changed';
          /**
           * Format: date-time
           * @description When it was made · 生成时间
           */
          timestamp: string;
          data: {
            changes: {
              code: string;
              /** @enum {string} */
              op: 'upsert' | 'delete';
              product: components['schemas']['Product'] | null;
            }[];
            /** @description The position after it, for `GET /changes?after=` · 其后的位置 */
            next: string;
          };
        };
      };
    };
    responses: {
      /** @description No more of them: the webhook is switched off at once. 不再接收，立即停用。 */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken. 已接收。 */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Anything else, redirects too, is a failure: the message is repeated, later and later. 其他应答（含重定向）视为失败，将逐步延后重发。 */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  productsReset: {
    parameters: {
      query?: never;
      header: {
        /** @description Names the message: the same for every repetition. 消息编号，重复投递时不变。 */
        'webhook-id': string;
        /** @description When it was sent, in seconds since 1970. 发送时间（Unix 秒）。 */
        'webhook-timestamp': string;
        /** @description `v1,` and the base64 of an HMAC-SHA256 of `<id>.<timestamp>.<body>`. 签名。 */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "products.reset",
         *       "timestamp": "2026-01-01T00:00:00.000Z",
         *       "data": {
         *         "reason": "pruned",
         *         "next": "eyJlIjoiM2Y0YyIsIngiOiI3NDMiLCJzIjoxMjB9"
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          type: 'products.reset';
          /**
           * Format: date-time
           * @description When it was made · 生成时间
           */
          timestamp: string;
          data: {
            /** @enum {string} */
            reason: 'pruned' | 'epoch';
            /** @description The position after it, for `GET /changes?after=` · 其后的位置 */
            next: string;
          };
        };
      };
    };
    responses: {
      /** @description No more of them: the webhook is switched off at once. 不再接收，立即停用。 */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken. 已接收。 */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Anything else, redirects too, is a failure: the message is repeated, later and later. 其他应答（含重定向）视为失败，将逐步延后重发。 */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  inquiryCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description Names the message: the same for every repetition. 消息编号，重复投递时不变。 */
        'webhook-id': string;
        /** @description When it was sent, in seconds since 1970. 发送时间（Unix 秒）。 */
        'webhook-timestamp': string;
        /** @description `v1,` and the base64 of an HMAC-SHA256 of `<id>.<timestamp>.<body>`. 签名。 */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "inquiry.created",
         *       "timestamp": "2026-01-01T00:00:00.000Z",
         *       "data": {
         *         "id": 42,
         *         "created_at": "2026-01-01T00:00:00.000Z",
         *         "name": "Jane Doe",
         *         "company": "Acme Pharma",
         *         "email": "jane@example.com",
         *         "phone": null,
         *         "country": "UK",
         *         "message": null,
         *         "items": [
         *           {
         *             "code": "PDS-001859",
         *             "cas": null,
         *             "product_name": null,
         *             "quantity": "100",
         *             "unit": "mg",
         *             "purity": null,
         *             "note": null,
         *             "suggested": null,
         *             "url": "https://catalogue.example/products/PDS-001859"
         *           }
         *         ]
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          type: 'inquiry.created';
          /**
           * Format: date-time
           * @description When it was made · 生成时间
           */
          timestamp: string;
          data: {
            /** @description Its number, as `POST /rfq` answered it · 询价编号 */
            id: number;
            /** Format: date-time */
            created_at: string;
            name: string;
            company: string | null;
            email: string | null;
            phone: string | null;
            country: string | null;
            message: string | null;
            items: {
              code: string | null;
              cas: string | null;
              /** @description Beside a number, what the customer wrote · 客户原文 */
              product_name: string | null;
              quantity: string | null;
              unit: string | null;
              purity: string | null;
              note: string | null;
              /** @description Number of a product that may be meant, not confirmed · 可能所指产品的货号，尚未确认 */
              suggested: string | null;
              /** @description Page of the product; null where no product has the number `code` · 产品页面地址 */
              url: string | null;
            }[];
          };
        };
      };
    };
    responses: {
      /** @description No more of them: the webhook is switched off at once. 不再接收，立即停用。 */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken. 已接收。 */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Anything else, redirects too, is a failure: the message is repeated, later and later. 其他应答（含重定向）视为失败，将逐步延后重发。 */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  webhookTest: {
    parameters: {
      query?: never;
      header: {
        /** @description Names the message: the same for every repetition. 消息编号，重复投递时不变。 */
        'webhook-id': string;
        /** @description When it was sent, in seconds since 1970. 发送时间（Unix 秒）。 */
        'webhook-timestamp': string;
        /** @description `v1,` and the base64 of an HMAC-SHA256 of `<id>.<timestamp>.<body>`. 签名。 */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "webhook.test",
         *       "timestamp": "2026-01-01T00:00:00.000Z",
         *       "data": {
         *         "webhook": 1
         *       }
         *     }
         */
        'application/json': {
          /** @constant */
          type: 'webhook.test';
          /**
           * Format: date-time
           * @description When it was made · 生成时间
           */
          timestamp: string;
          data: {
            /** @description Number of the webhook · 通知的编号 */
            webhook: number;
          };
        };
      };
    };
    responses: {
      /** @description No more of them: the webhook is switched off at once. 不再接收，立即停用。 */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Taken. 已接收。 */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Anything else, redirects too, is a failure: the message is repeated, later and later. 其他应答（含重定向）视为失败，将逐步延后重发。 */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
