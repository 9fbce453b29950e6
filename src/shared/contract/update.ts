import { z } from 'zod'
import { about, endpoint, query } from './endpoint.ts'
import { described, EmptyList, Text } from './fields.ts'
import { outputs, texts } from './shared-fields.ts'

/** Calls for newer versions of the program. */
export const adminUpdate = {
  ...about({
    title: ['Updates', '程序更新'],
    text: ['Newer versions of the program, for administrators.', '程序的新版本，由管理员管理。'],
  }),
  checkUpdate: query({
    summary: [
      'Get the running version; the site doesn’t look for newer ones, so both versions are the same and there is no `url`',
      '当前版本。本站不联网查询新版本，因此两个版本号相同，且没有 `url`',
    ],
    access: 'admin',
    input: z.object({}),
    output: z.object({
      version: outputs.version,
      new_version: described(z.string(), ['Newest version', '最新版本']),
      url: described(z.string().optional(), ['For existing clients: never returned', '供现有客户端使用，从不提供']),
    }),
  }),
  download: endpoint({
    summary: ['Return an error: updates are installed on the server', '拒绝：程序在服务器上更新'],
    access: 'admin',
    input: z.object({
      new_version: described(Text(50).optional(), texts.ignored),
      file_url: described(Text(2000).optional(), texts.ignored),
    }),
    output: EmptyList,
    errors: ['updateOnServer'],
  }),
  updateFiles: endpoint({
    summary: ['Return an error: updates are installed on the server', '拒绝：程序在服务器上更新'],
    access: 'admin',
    input: z.object({}),
    output: EmptyList,
    errors: ['updateOnServer'],
  }),
}

/** Calls for the database after an update. */
export const update = {
  ...about({
    title: ['Database', '数据库'],
    text: ['Schema of the database, for administrators.', '数据库结构，由管理员管理。'],
  }),
  checkDb: query({
    summary: ['Check whether the database has the schema of this program', '数据库结构是否与程序一致'],
    access: 'admin',
    input: z.object({}),
    output: z.object({
      schema: described(z.number(), ['Schema version of the database', '数据库的结构版本']),
      known: described(z.number(), ['Schema version that the program uses', '程序所用的结构版本']),
      is_current: described(z.boolean(), ['Whether both are the same', '两者是否一致']),
    }),
  }),
}
