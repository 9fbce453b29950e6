import { z } from 'zod'
import { about, query } from './endpoint.ts'
import { described } from './fields.ts'

/** The call for the clean-up of the site, which also runs by itself. */
export const scriptCron = {
  ...about({
    title: ['Cleanup', '定期清理'],
    text: ['Regular cleanup, called by existing clients.', '定期清理任务，供现有客户端调用。'],
  }),
  run: query({
    summary: [
      'Request a cleanup soon; cleanups also run regularly without this',
      '请求尽快执行清理；即使不调用也会定期执行',
    ],
    access: 'anyone',
    input: () => z.object({}),
    output: () => z.object({ message: described(z.string(), ['Message', '消息']) }),
  }),
}
