import type { Texts } from './words.js';

/** The words of the pages of export profiles. */
export const PROFILE_TEXTS = {
  office: {
    gaps: [
      '%{products} 个产品中有 %{lacking} 个缺少此配置所需的内容（%{fields}）。',
      '%{lacking} of its %{products} products lack something that it wants (%{fields}).',
    ],
    gaps_list: ['查看这些产品', 'Show them'],
    new: ['新建配置', 'New profile'],
    hint: [
      '自定义导出：选哪些产品、哪些列、何种文件。内置配置不能修改，可复制为新名称。',
      'Custom exports: which products, which columns, which type of file. Built-in profiles cannot be changed, but can be copied under another name.',
    ],
    built_in: ['内置', 'built in'],
    public: ['公开', 'public'],
    updated: ['%{by}，%{at}', '%{by}, %{at}'],
    delete_of: ['删除配置 %{name}', 'Delete profile %{name}'],
    delete_text: ['其交付记录仍保留。', 'The record of its deliveries is kept.'],
    name_hint: ['小写字母、数字和连字符', 'Lower-case letters, digits and hyphens'],
    definition: ['配置内容（JSON）', 'Definition (JSON)'],
    not_json: ['不是有效的 JSON', 'Not valid JSON'],
    not_json_at: [
      '第 %{line} 行第 %{column} 列不是有效的 JSON',
      'Not JSON at line %{line}, column %{column}',
    ],
    taken: ['已有同名的导出配置。', 'A profile with this name already exists.'],
    saved: ['已保存 %{name}', '%{name} saved'],
    file: ['文件', 'File'],
    scope: ['范围', 'Scope'],
    scopes: {
      all: ['全部', 'Everything'],
      delta: ['上次向其交付以来的变更', 'Changes since the last delivery to them'],
      revocations: ['上次向其交付以来撤销的货号', 'Products withdrawn since the last delivery to them'],
    },
    download: ['下载（不记录）', 'Download only'],
    deliver: ['交付并记录', 'Deliver and record'],
    delivered: ['已交付 %{name}', '%{name} delivered'],
    deliveries: ['交付记录', 'Deliveries'],
    none: ['尚无交付。', 'Nothing has been delivered yet.'],
  },
  resource: {
    name: ['导出配置', 'Export profile |||| Export profiles'],
    fields: {
      title: ['标题', 'Title'],
      format: ['格式', 'Format'],
      public: ['公开', 'Public'],
      updated_at: ['更新', 'Updated'],
      name: ['名称', 'Name'],
      at: ['时间', 'Time'],
      by: ['交付人', 'By'],
      recipient: ['接收方', 'Recipient'],
      scope: ['范围', 'Scope'],
      count: ['行数', 'Rows'],
      file: ['文件', 'File'],
      sha256: ['SHA-256', 'SHA-256'],
    },
  },
} satisfies Texts;
