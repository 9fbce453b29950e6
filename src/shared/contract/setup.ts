import { z } from 'zod'
import { about, endpoint } from './endpoint.ts'
import { described, EmptyList, Flag, Secret, SingleLine, Text } from './fields.ts'
import { texts } from './shared-fields.ts'
import { newPasswordErrors, PersonName, SignedIn } from './user.ts'

/** Calls for the first start of an installation: nobody can sign in before `setup/create` has been called once. */
export const setup = {
  ...about({
    title: ['Setup', '安装'],
    text: ['First start of a site, until it has an administrator.', '站点的首次启动，直到创建第一位管理员。'],
  }),
  check: endpoint({
    summary: ['Check the setup code from the server log; it stays valid', '检查服务器日志里的安装码，不会使其失效'],
    access: 'anyone',
    input: () =>
      z.object({ setup_code: described(Text(40), ['Setup code from the server log', '服务器日志中的安装码']) }),
    output: EmptyList,
    errors: ['setupDone', 'setupCodeWrong', 'tooManyTries'],
  }),
  create: endpoint({
    summary: [
      'Create the first administrator with the setup code from the server log',
      '用服务器日志里的安装码创建第一位管理员',
    ],
    access: 'anyone',
    input: () =>
      z.object({
        setup_code: described(Text(40), ['Setup code from the server log', '服务器日志中的安装码']),
        username: described(Text(100), ['Username of the administrator', '管理员的用户名']),
        password: described(Secret, texts.password),
        confirm_password: described(Secret.optional(), ['Password confirmation', '再次输入密码']),
        name: described(PersonName.optional(), texts.name),
        site_name: described(SingleLine(100).optional(), texts.site_name),
        register_open: described(Flag, texts.register_open),
      }),
    output: SignedIn,
    errors: [
      'setupDone',
      'setupCodeWrong',
      'usernameBad',
      'usernameTaken',
      ...newPasswordErrors,
      'passwordsDiffer',
      'tooManyTries',
    ],
  }),
}
