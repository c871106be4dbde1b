import type { Text, Texts } from './words.js';

/**
 * The actions of the log of staff: the calls that are one, by method and path, and what it is called. The first that fits
 * counts; `*` is what it was done to, unless names follow the path in `?of=`.
 */
export const ACTIONS: Record<string, [call: string, ...name: Text]> = {
  signed_in: ['POST /session', '登录', 'Sign-in'],
  exported: ['GET /*', '导出文件', 'Exported a file'],
  password: ['PUT /password', '修改密码', 'Changed own password'],
  product_made: ['POST /products', '新建产品', 'Created a product'],
  product_edited: ['PUT /products/*', '编辑产品', 'Edited a product'],
  product_brought_back: ['POST /products/*/bring-back', '恢复产品', 'Restored a product'],
  products_deleted: ['DELETE /products/batch', '删除产品', 'Deleted products'],
  products_tagged: ['POST /tags/apply', '给产品打标签', 'Tagged products'],
  bulk_counted: ['POST /bulk-edits/count', '统计批量修改', 'Counted for a bulk edit'],
  bulk_begun: ['POST /bulk-edits', '批量修改或重命名', 'Bulk edit or rename'],
  bulk_undone: ['POST /bulk-edits/*/undo', '撤销批量修改', 'Undid a bulk edit'],
  bulk_stopped: ['POST /bulk-edits/*/stop', '停止批量修改', 'Stopped a bulk edit'],
  category_added: ['POST /categories', '添加类别', 'Added a category'],
  category_deleted: ['DELETE /categories', '删除类别', 'Deleted a category'],
  tag_added: ['POST /tags', '添加标签', 'Added a tag'],
  aliases_written: ['PUT /aliases', '写入别名', 'Saved aliases'],
  aliases_deleted: ['DELETE /aliases', '删除别名', 'Deleted aliases'],
  aliases_imported: ['POST /aliases/import', '导入别名表', 'Imported aliases'],
  term_named: ['PUT /terms', '写入英文名称', 'Saved an English name'],
  terms_imported: ['POST /terms/import', '导入英文名称表', 'Imported English names'],
  image_uploaded: ['PUT /media/*', '上传图片', 'Uploaded an image'],
  images_moved: ['POST /media/move', '移动图片到其他分组', 'Moved images to another group'],
  image_deleted: ['DELETE /media/*', '删除图片', 'Deleted an image'],
  key_issued: ['POST /keys', '签发密钥', 'Issued a key'],
  key_revoked: ['DELETE /keys/*', '吊销密钥', 'Revoked a key'],
  inquiry_handled: ['PUT /inquiries/*', '处理询价', 'Handled an inquiry'],
  inquiry_deleted: ['DELETE /inquiries/*', '删除询价', 'Deleted an inquiry'],
  demand_ignored: [
    'PUT /demand/ignored',
    '忽略检索词，或重新显示',
    'Ignored a search text, or showed it again',
  ],
  rebuild: ['POST /index/rebuild', '请求重建索引', 'Requested an index rebuild'],
  check: ['POST /index/check', '请求校验索引', 'Requested an index verification'],
  webhook_added: ['POST /webhooks', '添加 Webhook', 'Added a webhook'],
  webhook_deleted: ['DELETE /webhooks/*', '删除 Webhook', 'Deleted a webhook'],
  webhook_enabled: ['POST /webhooks/*/enable', '启用 Webhook', 'Switched a webhook on'],
  webhook_disabled: ['POST /webhooks/*/disable', '停用 Webhook', 'Switched a webhook off'],
  webhook_tested: ['POST /webhooks/*/test', '测试 Webhook', 'Tested a webhook'],
  profile_previewed: ['POST /profiles/preview', '预览导出配置', 'Previewed an export profile'],
  profile_delivered: ['POST /export/profiles/*/deliveries', '交付导出文件', 'Delivered an export'],
  profile_written: ['PUT /export/profiles/*', '写入导出配置', 'Saved an export profile'],
  profile_deleted: ['DELETE /export/profiles/*', '删除导出配置', 'Deleted an export profile'],
  staff_added: ['POST /staff', '添加账号', 'Added an account'],
  staff_changed: ['PUT /staff/*', '修改账号的角色或状态', 'Changed the role or state of an account'],
  staff_password: ['POST /staff/*/password', '重置账号密码', 'Reset the password of an account'],
  staff_signed_out: ['DELETE /staff/*/sessions', '结束账号的所有会话', 'Ended all sessions of an account'],
  mapping_remembered: ['PUT /import-mappings/*', '保存列映射', 'Saved a mapping of columns'],
  mapping_forgotten: ['DELETE /import-mappings/*', '删除列映射', 'Deleted a mapping of columns'],
  import_preview: ['POST /import/preview', '预览导入', 'Previewed an import'],
  import: ['POST /import', '导入文件', 'Imported a file'],
};

/** What the log of staff calls each action. */
export const ACTION_TEXTS: Texts = {
  ...Object.fromEntries(Object.entries(ACTIONS).map(([action, [, ...name]]) => [action, name])),
  refused: ['被拒绝（%{status}）', 'Refused (%{status})'],
  succeeded: ['完成', 'Done'],
};
