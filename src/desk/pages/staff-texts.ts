import type { Texts } from './words.js';

/** The words of the page of accounts. */
export const STAFF_TEXTS = {
  page: {
    hint: [
      '编辑维护目录和询价；管理员还可以管理密钥、Webhook、账号，并重建索引。',
      'Editors maintain the catalogue and handle inquiries; administrators also manage keys, webhooks and accounts, and rebuild the index.',
    ],
    add: ['添加账号', 'Add account'],
    name: ['用户名', 'Name'],
    role: ['角色', 'Role'],
    roles: { editor: ['编辑', 'Editor'], administrator: ['管理员', 'Administrator'] },
    role_text: ['“%{name}”将成为%{role}，立即生效。', '%{name} becomes %{role}, at once.'],
    role_of: ['%{name} 的角色', 'Role of %{name}'],
    state: ['状态', 'State'],
    active: ['可用', 'Active'],
    disabled: ['已停用', 'Switched off'],
    seen: ['最近使用', 'Last used'],
    unseen: ['从未使用', 'Never used'],
    disable: ['停用', 'Switch off'],
    enable: ['启用', 'Switch on'],
    disable_text: [
      '%{name} 的会话会立即结束，且不能再登录。',
      'All sessions of %{name} end immediately, and the account can no longer sign in.',
    ],
    password: ['新密码', 'New password'],
    password_title: ['为 %{name} 生成新密码？', 'Create a new password for %{name}?'],
    password_text: [
      '原密码失效，其所有会话会立即结束。',
      'The current password stops working, and all sessions end immediately.',
    ],
    password_of: ['%{name} 的密码', 'Password of %{name}'],
    once: [
      '请立即复制并转交：密码只显示这一次。登录后可自行修改。',
      'Copy it now and pass it on: it will not be shown again. It can be changed after signing in.',
    ],
    sign_out: ['全部退出登录', 'Sign out everywhere'],
    signed_out: ['%{name} 的所有会话已结束', 'All sessions of %{name} have ended'],
    of: ['%{what}：%{name}', '%{what}: %{name}'],
    saved: ['已保存', 'Saved'],
  },
} satisfies Texts;
