import { mayNameModel, withModelRows } from '#shared/api-doc/model-rows.ts'
import type { UnknownObject } from '#shared/api-doc/unknown-json.ts'
import type { Db } from '#src/db/database.ts'
import { joinModels } from './openapi/heads.ts'
import { listApiHeads } from './queries.ts'

/** Opens the models that rows name, for documents. The descriptions of the item are read with the first such page. */
export class ModelRows {
  readonly #db: Db
  readonly #item_id: number
  #root: Promise<UnknownObject> | undefined

  constructor(db: Db, item_id: number) {
    this.#db = db
    this.#item_id = item_id
  }

  /** Returns the text of a page with the fields of the models that it names. */
  async inText(text: string): Promise<string> {
    if (!mayNameModel(text)) return text
    this.#root ??= listApiHeads(this.#db, this.#item_id).then((heads) => joinModels(heads))
    return withModelRows(text, await this.#root)
  }
}
