import { itemTypes } from '#shared/item-types.ts'
import type { PlanTree } from '../plan-tree.ts'
import type { PlanItem } from '../plan-types.ts'
import { cleanContent } from '../text.ts'
import type { ApiChoice } from './api-pages.ts'

/**
 * Returns the item of an API description. A description does not define visibility: members only, unless chosen
 * otherwise.
 */
export const planItem = (tree: PlanTree, name: string, description: string, { forApiClient }: ApiChoice): PlanItem => ({
  item_name: tree.itemName(name),
  item_description: tree.description(cleanContent(description)),
  item_type: (forApiClient ? itemTypes.api : itemTypes.regular).numbers[0],
  password: '',
  isPrivate: true,
})
