import { z } from 'zod'
import { download } from './endpoint.ts'
import { Text } from './wire.ts'

/** Files that belong to pages. */
export const attachment = {
  visitFile: download({
    summary: ['An uploaded file by its sign', '按 sign 打开已上传的文件'],
    access: 'anyone',
    input: z.object({ sign: Text(64) }),
    errors: ['fileGone'],
  }),
}
