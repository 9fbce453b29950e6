import { z } from 'zod'
import { endpoint, query } from './endpoint.ts'
import { EmptyList, Text } from './fields.ts'

/** Calls for newer versions of the program. */
export const adminUpdate = {
  checkUpdate: query({
    summary: [
      'Get the running version; the site doesn’t look for newer ones, so both versions are the same and there is no `url`',
      '当前版本。本站不联网查询新版本，因此两个版本号相同，且没有 `url`',
    ],
    access: 'admin',
    input: z.object({}),
    output: z.object({ version: z.string(), new_version: z.string(), url: z.string().optional() }),
  }),
  download: endpoint({
    summary: ['Return an error: updates are installed on the server', '拒绝：程序在服务器上更新'],
    access: 'admin',
    input: z.object({ new_version: Text(50).optional(), file_url: Text(2000).optional() }),
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
  checkDb: query({
    summary: ['Check whether the database has the schema of this program', '数据库结构是否与程序一致'],
    access: 'admin',
    input: z.object({}),
    output: z.object({
      /** The schema version of the database. */
      schema: z.number(),
      /** The schema version that this program works with. */
      known: z.number(),
      is_current: z.boolean(),
    }),
  }),
}
