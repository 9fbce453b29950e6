import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EmptyList, Flag, Secret, SingleLine, Text } from './fields.ts'
import { newPasswordErrors, PersonName, SignedIn } from './user.ts'

/** Calls for the first start of an installation: nobody can sign in before `setup/create` has been called once. */
export const setup = {
  check: endpoint({
    summary: ['Check the setup code from the server log; it stays valid', '检查服务器日志里的安装码，不会使其失效'],
    access: 'anyone',
    input: z.object({ setup_code: Text(40) }),
    output: EmptyList,
    errors: ['setupDone', 'setupCodeWrong', 'tooManyTries'],
  }),
  create: endpoint({
    summary: [
      'Create the first administrator with the setup code from the server log',
      '用服务器日志里的安装码创建第一位管理员',
    ],
    access: 'anyone',
    input: z.object({
      setup_code: Text(40),
      username: Text(100),
      password: Secret,
      confirm_password: Secret.optional(),
      name: PersonName.optional(),
      site_name: SingleLine(100).optional(),
      register_open: Flag,
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
