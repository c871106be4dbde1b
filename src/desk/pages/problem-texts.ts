import { FAULT_CODES } from '../../platform/http/fault-codes.js';
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
  reasons: FAULT_CODES,
} satisfies Texts;
