import { z } from 'zod'
import { query } from './endpoint.ts'

/** The call for the clean-up of the site, which also runs by itself. */
export const scriptCron = {
  run: query({
    summary: [
      'Request a cleanup soon; cleanups also run regularly without this',
      '请求尽快执行清理；即使不调用也会定期执行',
    ],
    access: 'anyone',
    input: z.object({}),
    output: z.object({ message: z.string() }),
  }),
}
