import type { contract } from '#shared/contract/index.ts'
import type { ScriptName } from '#shared/contract/tools.ts'
import type { App } from '#src/core/app.ts'
import { fail } from '#src/core/errors.ts'
import type { FileResponse } from '#src/core/file-response.ts'
import { findItemKey } from '#src/features/item/index.ts'
import { readOptions } from '#src/features/options/index.ts'
import type { Handlers, RequestInfo } from '#src/http/handlers.ts'
import { fillScript, type ScriptValues } from './fill-script.ts'

/** Returns the address of the site: the configured one, else the one by which this request came. */
async function siteAddress({ config, db }: App, request: RequestInfo): Promise<string> {
  const { isHttps, host } = request.arrival()
  const site_url = config.site_url || (await readOptions(db)).site_url
  const origin = URL.canParse(site_url) ? new URL(site_url).origin : `${isHttps ? 'https' : 'http'}://${host}`
  return origin + config.base_path
}

function fileOf(name: ScriptName, values: ScriptValues): FileResponse {
  const content = Buffer.from(fillScript(name, values))
  return {
    type: 'text/plain; charset=utf-8',
    sizeBytes: content.length,
    downloadAs: name,
    maxAge: 0,
    read: () => content,
  }
}

/** The scripts that write pages with the API key of an item. */
export const tools: Handlers<typeof contract.tools> = {
  async script({ app, input, request }) {
    const url = await siteAddress(app, request)
    return fileOf(input.name, { url, api_key: '', api_token: '', project: '' })
  },

  // A key is not created here: a link must not write anything.
  async scriptWithKey({ app, item, input, request }) {
    if (item.is_archived) fail('itemArchived')
    const key = (await findItemKey(app.db, item.item_id)) ?? fail('itemKeyMissing')
    const { api_key, api_token } = key
    return fileOf(input.name, { url: await siteAddress(app, request), api_key, api_token, project: item.item_name })
  },
}
