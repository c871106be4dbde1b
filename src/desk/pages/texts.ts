import { labelsOf, STATUS_NAMES } from '../../catalogue/products/fields.js';
import { ACTION_TEXTS } from './action-texts.js';
import { ALIAS_TEXTS } from './alias-texts.js';
import { BULK_TEXTS } from './bulk-texts.js';
import { DEMAND_TEXTS } from './demand-texts.js';
import { HISTORY_TEXTS } from './history-texts.js';
import { HOME_TEXTS } from './home-texts.js';
import { IMPORT_TEXTS } from './import-texts.js';
import { INDEX_TEXTS } from './index-texts.js';
import { PROBLEM_TEXTS } from './problem-texts.js';
import { PRODUCT_TEXTS } from './product-texts.js';
import { PROFILE_TEXTS } from './profile-texts.js';
import { QUALITY_TEXTS } from './quality-texts.js';
import { SIGN_IN_TEXTS } from './sign-in-texts.js';
import { STAFF_TEXTS } from './staff-texts.js';
import { TERM_TEXTS } from './term-texts.js';
import { adminTexts } from './admin-texts.js';
import { pairs, wordsIn } from './words.js';
import type { Texts } from './words.js';

const TEXTS = {
  office: {
    title: SIGN_IN_TEXTS.sign_in.title,
    sign_in: SIGN_IN_TEXTS.sign_in,
    language: ['语言', 'Language'],
    menu: {
      home: HOME_TEXTS.title,
      catalogue: ['目录', 'Catalogue'],
      customers: ['客户', 'Customers'],
      operations: ['运行', 'Operations'],
      quality: ['数据质量', 'Quality'],
      index: ['检索索引', 'Search index'],
      import: ['导入', 'Import'],
      account: ['修改密码', 'Password'],
    },
    try_again: ['重试', 'Try again'],
    copy: ['复制', 'Copy'],
    copied: ['已复制', 'Copied'],
    conflict: {
      met: [
        '其他人刚刚修改了此内容，您的修改尚未保存。',
        'Somebody else has changed this in the meantime. Nothing of yours was saved.',
      ],
      hint: ['再次保存即以您的内容为准。', 'Save again to put yours in its place.'],
      mine: ['您的内容', 'Yours'],
      theirs: ['现值', 'As it is now'],
      take: ['采用现值', 'Take this'],
    },
    add: ['添加', 'Add'],
    added: ['新增 %{added} 个，已存在 %{skipped} 个', '%{added} added, %{skipped} already there'],
    lookalike: [
      '已添加“%{name}”，但它与另一名称看似相同，仅不可见字符或写法不同',
      '“%{name}” is stored, but looks like another name and is not the same text',
    ],
    tables: ['表格', 'Tables'],
    drop_tsv: ['把 TSV 文件拖到这里，或点击选择', 'Drop a TSV file here, or click to choose one'],
    empty: ['暂无内容。', 'Nothing here yet.'],
    status: pairs(STATUS_NAMES),
    source: { synced: ['同步来源（任意密钥）', 'Synced (any key)'], 'back-office': ['后台', 'Back office'] },
    product: PRODUCT_TEXTS,
    category: {
      new: ['新类别', 'New category'],
      gone: ['已删除，仍有产品使用', 'deleted, but still used by products'],
      delete_hint: ['使用该类别的产品会保留类别文字。', 'Products in the category keep its name as text.'],
    },
    tag: { new: ['新标签', 'New tag'], products: ['带有标签“%{tag}”的产品', 'Products with the tag %{tag}'] },
    media: {
      drop: ['将图片拖到此处，或点击选择', 'Drop images here, or click to choose them'],
      hint: [
        'PNG、JPEG、GIF、WebP 或 BMP，每张不超过 10 MB',
        'PNG, JPEG, GIF, WebP or BMP, 10 MB at most each',
      ],
      group: ['上传到分组', 'Group for uploads'],
      attach: [
        '文件名为货号：作为该产品的图片',
        'Named by product number: make each the image of its product',
      ],
      no_product: [
        '图片已上传，但没有货号为 %{code} 的产品',
        'The image is stored, but no product has the number %{code}',
      ],
      all_groups: ['全部分组', 'All groups'],
      uploading: ['正在上传 %{done}/%{all}', 'Uploading %{done} of %{all}'],
      uploaded: [
        '已上传 %{smart_count} 张图片',
        '%{smart_count} image uploaded |||| %{smart_count} images uploaded',
      ],
      failed: ['%{name}：%{reason}', '%{name}: %{reason}'],
      copy_of: ['复制 %{name} 的地址', 'Copy the address of %{name}'],
      move: ['移动到分组', 'Move to group'],
      move_of: ['将 %{name} 移动到其他分组', 'Move %{name} to another group'],
      delete_of: ['删除 %{name}', 'Delete %{name}'],
      delete_title: ['删除这张图片？', 'Delete this image?'],
      delete_text: ['其地址将失效，且无法恢复。', 'Its address will stop working. This cannot be undone.'],
      in_use: [
        '有 %{smart_count} 个产品使用此图片，请先为其更换图片。',
        '%{smart_count} product uses this image: give it another one first. |||| %{smart_count} products use this image: give them another one first.',
      ],
      deleted: ['图片已删除', 'Image deleted'],
      size: ['%{width} × %{height}，%{kb} KB', '%{width} × %{height}, %{kb} KB'],
    },
    key: {
      issue: ['签发密钥', 'Issue key'],
      issued: ['%{name} 的密钥', 'Key of %{name}'],
      once: ['请立即复制：密钥只显示这一次。', 'Copy it now: it will not be shown again.'],
      done: ['我已复制', 'I have copied it'],
      expires_hint: ['留空表示永不过期', 'Leave empty for no expiry'],
      source_hint: ['标记由该密钥创建的产品', 'Marks the products created with this key'],
      access: {
        read: ['只读', 'Read'],
        push: ['推送本来源产品', 'Push its own products'],
        all: ['全部', 'Everything'],
      },
      access_hint: [
        '助手与商城选“只读”即可，供应商的 ERP 选“推送本来源产品”',
        'Read is enough for assistants and marketplaces, Push for a supplier’s ERP',
      ],
      revoke: ['吊销', 'Revoke'],
      revoke_of: ['吊销 %{name} 的密钥', 'Revoke the key %{name}'],
      revoke_title: ['吊销 %{name} 的密钥？', 'Revoke the key %{name}?'],
      revoke_text: [
        '2 秒内，使用该密钥的调用将不再被接受。此操作无法撤销。',
        'Within 2 seconds, calls with this key are no longer accepted. This cannot be undone.',
      ],
      state: { valid: ['有效', 'Valid'], revoked: ['已吊销', 'Revoked'], expired: ['已过期', 'Expired'] },
      never: ['永不过期', 'Never'],
      unused: ['从未使用', 'Never used'],
    },
    webhook: {
      add: ['添加 Webhook', 'Add webhook'],
      added: ['%{url} 的密钥', 'Secret of %{url}'],
      once: [
        '请立即复制：密钥只显示这一次。接收方用它校验签名。',
        'Copy it now: it will not be shown again. The receiver verifies signatures with it.',
      ],
      url_hint: ['https 地址', 'An https address'],
      events: {
        upsert: ['产品新建或修改', 'Products created or changed'],
        delete: ['产品删除', 'Products deleted'],
        inquiry: {
          created: [
            '新询价（含询价人姓名与联系方式）',
            'New inquiries, with the name and contact details of the sender',
          ],
        },
      },
      waiting_inquiries: ['%{smart_count} 条询价', '1 inquiry |||| %{smart_count} inquiries'],
      state: {
        active: ['正常', 'Active'],
        failing: ['投递失败', 'Failing'],
        disabled: ['已停用', 'Switched off'],
      },
      reason: {
        asked: ['由员工停用', 'by staff'],
        failing: ['持续失败过久', 'failed for too long'],
        gone: ['接收方不再接收（410）', 'the receiver no longer wants messages (410)'],
      },
      lag: ['%{changes} 项变更，%{seconds} 秒', '%{changes} changes, %{seconds} s'],
      failure: {
        redirected: ['返回 %{what}，不跟随重定向', 'it answered %{what}; redirects are not followed'],
        answered: ['返回 %{what}', 'it answered %{what}'],
        late: ['未在限时内响应', 'it did not answer in time'],
        no_http: ['响应不是 HTTP', 'its answer was not HTTP'],
        private: ['地址位于私有网络', 'its address is in a private network'],
        no_https: ['地址不是 https', 'its address is not https'],
        no_host: ['主机名无法解析', 'its host name is not known'],
        refused: ['连接被拒绝', 'it refused the connection'],
        certificate: ['证书不被信任', 'its certificate is not trusted'],
        unreached: ['无法连接', 'it could not be reached'],
      },
      none: ['从未', 'Never'],
      enable: ['启用', 'Switch on'],
      enable_of: ['启用 %{url}', 'Switch on %{url}'],
      disable: ['停用', 'Switch off'],
      disable_of: ['停用 %{url}', 'Switch off %{url}'],
      test: ['测试', 'Test'],
      test_of: ['向 %{url} 发送测试消息', 'Send a test message to %{url}'],
      test_ok: ['接收方已接受测试消息（%{status}）。', 'The receiver accepted the test message (%{status}).'],
      test_failed: ['测试消息未被接受：%{error}', 'The test message was not accepted: %{error}'],
      remove_of: ['删除 %{url}', 'Delete %{url}'],
      remove_title: ['删除该 Webhook？', 'Delete the webhook?'],
      remove_text: ['此后不再通知 %{url}。', '%{url} will receive no more messages.'],
    },
    log: IMPORT_TEXTS.log,
    inquiry: {
      status: { new: ['新询价', 'New'], answered: ['已答复', 'Answered'] },
      line_status: { new: ['未处理', 'New'], quoted: ['已报价', 'Quoted'], declined: ['不报价', 'Declined'] },
      open_lines: ['%{smart_count} 项未处理', '%{smart_count} line open |||| %{smart_count} lines open'],
      status_of: ['第 %{line} 项的状态', 'Status of line %{line}'],
      export: ['导出为 CSV', 'Export as CSV'],
      write: ['写邮件', 'Write an e-mail'],
      words: ['客户原文：%{words}', 'Customer’s words: %{words}'],
      suggested: ['可能是（未确认）：', 'Perhaps (not confirmed):'],
      of: ['询价 %{id}', 'Inquiry %{id}'],
      answered_by: ['%{name} 于 %{at} 答复', 'Answered by %{name}, %{at}'],
      mailed: ['已于 %{at} 发送邮件', 'Mailed %{at}'],
      not_mailed: ['邮件未发出', 'Not mailed'],
      delete_text: [
        '该询价及其中的个人信息将被永久删除，无法恢复。',
        'The inquiry and all it says about the person will be removed. This cannot be undone.',
      ],
      mail_failed: [
        '邮件尚未发出（%{reason}），将重试。',
        'Not mailed yet (%{reason}); will be tried again.',
      ],
      mail_given_up: [
        '邮件未发出（%{reason}），不再重试。',
        'Not mailed (%{reason}); will not be tried again.',
      ],
    },
    account: {
      current: ['当前密码', 'Current password'],
      wanted: ['新密码', 'New password'],
      again: ['再次输入新密码', 'Repeat new password'],
      change: ['修改密码', 'Change password'],
      changed: ['密码已修改，其他会话已结束。', 'Password changed. Your other sessions have ended.'],
      differ: ['两次输入不一致。', 'The passwords do not match.'],
      hint: [
        '至少 10 个字符，且不易猜到。您在其他地方的登录会话将会结束。',
        'At least 10 characters, not easily guessed. You will be signed out everywhere else.',
      ],
    },
    home: HOME_TEXTS,
    staff: STAFF_TEXTS.page,
    quality: QUALITY_TEXTS,
    bulk: BULK_TEXTS,
    history: HISTORY_TEXTS,
    demand: DEMAND_TEXTS,
    alias: ALIAS_TEXTS.office,
    term: TERM_TEXTS.office,
    profile: PROFILE_TEXTS.office,
    actions: ACTION_TEXTS,
    counts: {
      created: ['新建', 'created'],
      updated: ['更新', 'updated'],
      unchanged: ['未变', 'unchanged'],
      invalid: ['拒绝', 'rejected'],
      switched_off: ['下架', 'switched off'],
      switched_on: ['重新上架', 'switched on again'],
      uploaded: ['上传', 'uploaded'],
      refused: ['拒绝', 'refused'],
      deleted: ['删除', 'deleted'],
      added: ['添加', 'added'],
      not_found: ['未找到', 'not found'],
      failed: ['失败', 'failed'],
      done: ['完成', 'done'],
    },
    index: INDEX_TEXTS,
    import: IMPORT_TEXTS.import,
    warnings: IMPORT_TEXTS.warnings,
    problems: PROBLEM_TEXTS.problems,
    reasons: PROBLEM_TEXTS.reasons,
  },
  resources: {
    products: {
      name: ['产品', 'Product |||| Products'],
      page: { create: ['新建产品', 'New product'] },
      fields: {
        ...pairs({ cn: labelsOf('cn'), en: labelsOf('en') }),
        name: ['名称', 'Name'],
        tag: ['标签', 'Tag'],
        quality: ['数据质量', 'Quality'],
        lacking: ['导出配置所缺', 'Lacking for profile'],
        structure: ['结构数据', 'Structure data'],
        q: ['检索', 'Search'],
      },
    },
    categories: {
      name: ['类别', 'Category |||| Categories'],
      fields: { name: ['名称', 'Name'], products: ['产品数', 'Products'] },
    },
    aliases: ALIAS_TEXTS.resource,
    terms: TERM_TEXTS.resource,
    profiles: PROFILE_TEXTS.resource,
    tags: {
      name: ['标签', 'Tag |||| Tags'],
      fields: { tag: ['标签', 'Tag'], use_count: ['产品数', 'Products'], q: ['检索', 'Search'] },
    },
    media: {
      name: ['媒体库', 'Image |||| Media library'],
      fields: { group: ['分组', 'Group'], q: ['文件名', 'File name'] },
    },
    keys: {
      name: ['API 密钥', 'API key |||| API keys'],
      fields: {
        name: ['名称', 'Name'],
        source: ['来源', 'Source'],
        access: ['权限', 'Access'],
        created_at: ['签发时间', 'Issued'],
        expires_at: ['过期时间', 'Expires'],
        last_used_at: ['最近使用', 'Last used'],
        state: ['状态', 'State'],
      },
    },
    webhooks: {
      name: ['Webhook', 'Webhook |||| Webhooks'],
      fields: {
        url: ['地址', 'Address'],
        events: ['通知内容', 'Events'],
        state: ['状态', 'State'],
        succeeded_at: ['最近成功', 'Last success'],
        failed_at: ['最近失败', 'Last failure'],
        next_attempt_at: ['下次尝试', 'Next attempt'],
        lag: ['延迟', 'Lag'],
      },
    },
    'sync-log': {
      name: ['同步日志', 'Call |||| Sync log'],
      fields: {
        at: ['时间', 'Time'],
        key: ['密钥', 'Key'],
        key_name: ['密钥', 'Key'],
        file_name: ['文件', 'File'],
        method: ['方法', 'Method'],
        path: ['路径', 'Path'],
        status: ['状态码', 'Status'],
        duration_ms: ['用时（毫秒）', 'Duration, ms'],
        address: ['来源地址', 'Address'],
        request_id: ['请求编号', 'Request ID'],
        counts: ['计数', 'Counts'],
        since: ['从', 'From'],
        until: ['到', 'To'],
        rejections: ['有被拒绝的产品', 'With rejections'],
      },
    },
    deleted: {
      name: HISTORY_TEXTS.deleted,
      fields: {
        q: HISTORY_TEXTS.deleted_search,
        code: ['货号', 'Product number'],
        name: ['名称', 'Name'],
        cas: ['CAS 号', 'CAS number'],
        at: ['删除', 'Deleted'],
      },
    },
    demand: {
      name: ['未满足的需求', 'Unmet demand'],
      fields: {
        typed: DEMAND_TEXTS.text,
        count: DEMAND_TEXTS.count,
        language: DEMAND_TEXTS.language,
        sureness: DEMAND_TEXTS.sureness,
        inquiries: DEMAND_TEXTS.inquiries,
      },
    },
    staff: { name: ['账号', 'Account |||| Accounts'] },
    actions: {
      name: ['员工操作记录', 'Action |||| Staff log'],
      fields: {
        at: ['时间', 'Time'],
        name: ['操作人', 'Who'],
        done: ['操作', 'Action'],
        to: ['对象', 'Object'],
        status: ['结果', 'Outcome'],
        address: ['来源地址', 'Address'],
      },
    },
    inquiries: {
      name: ['询价', 'Inquiry |||| Inquiries'],
      fields: {
        id: ['编号', 'No.'],
        q: ['公司、邮箱、产品或编号', 'Company, e-mail, product or number'],
        created_at: ['收到时间', 'Received'],
        code: ['货号', 'Product number'],
        cas: ['CAS 号', 'CAS number'],
        product_name: ['产品名称', 'Product name'],
        quantity: ['数量', 'Quantity'],
        name: ['姓名', 'Name'],
        company: ['公司', 'Company'],
        email: ['电子邮箱', 'E-mail'],
        phone: ['电话', 'Phone'],
        country: ['国家', 'Country'],
        message: ['留言', 'Message'],
        status: ['状态', 'Status'],
        note: ['备注', 'Note'],
        product: ['产品', 'Product'],
        contact: ['联系人', 'Contact'],
      },
    },
  },
} satisfies Texts;

/** All texts of the pages in each language. */
export const WORDS = {
  zh: { ...adminTexts.zh, ...wordsIn(TEXTS, 'zh') },
  en: { ...adminTexts.en, ...wordsIn(TEXTS, 'en') },
};
