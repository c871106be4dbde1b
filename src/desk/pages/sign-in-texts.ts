import type { Texts } from './words.js';

/** The words of the sign-in form. */
export const SIGN_IN_TEXTS = {
  title: ['产品目录', 'Product catalogue'],
  sign_in: {
    heading: ['产品目录 · 后台', 'Product catalogue · Back office'],
    title: ['后台', 'Back office'],
    name: ['用户名', 'User name'],
    password: ['密码', 'Password'],
    submit: ['登录', 'Sign in'],
    first: [
      '首个账号请在命令行创建：npx catalogue staff add <用户名> --role administrator',
      'Create the first account on the command line: npx catalogue staff add <name> --role administrator',
    ],
  },
  problems: {
    'sign-in-refused': ['用户名或密码错误。', 'Wrong user name or password.'],
    'rate-limited': [
      '密码错误次数过多，请稍候片刻再试。',
      'Too many wrong passwords. Wait a moment, then try again.',
    ],
    'session-required': [
      '会话已结束，请重新登录。页面上已输入的内容会保留。',
      'Your session has ended. Please sign in again: what you typed on the page is kept.',
    ],
    unavailable: [
      '服务繁忙或部分组件不可用，请重试。',
      'The service is busy or part of it is not available. Please try again.',
    ],
    internal: ['服务器出现错误。', 'Something went wrong on our side.'],
    away: ['服务没有响应。', 'The service is not responding.'],
  },
} satisfies Texts;
