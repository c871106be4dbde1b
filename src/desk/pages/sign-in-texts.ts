/** The words of the sign-in form. */
export const SIGN_IN_TEXTS = {
  zh: {
    title: '产品目录',
    sign_in: {
      title: '后台',
      name: '用户名',
      password: '密码',
      submit: '登录',
      first: '首个账号请在命令行创建：npx catalogue staff add <用户名> --role administrator',
    },
    problems: {
      'sign-in-refused': '用户名或密码错误。',
      'rate-limited': '密码错误次数过多，请稍候片刻再试。',
      'session-required': '会话已结束，请重新登录。页面上已输入的内容会保留。',
      unavailable: '服务繁忙或部分组件不可用，请重试。',
      internal: '服务内部出错。',
      away: '服务没有响应。',
    },
  },
  en: {
    title: 'Product catalogue',
    sign_in: {
      title: 'Back office',
      name: 'User name',
      password: 'Password',
      submit: 'Sign in',
      first:
        'Create the first account on the command line: npx catalogue staff add <name> --role administrator',
    },
    problems: {
      'sign-in-refused': 'Wrong user name or password.',
      'rate-limited': 'Too many wrong passwords. Wait a moment, then try again.',
      'session-required': 'Your session has ended. Please sign in again: what you typed on the page is kept.',
      unavailable: 'The service is busy or part of it is not available. Please try again.',
      internal: 'Something went wrong on our side.',
      away: 'The service is not responding.',
    },
  },
};
