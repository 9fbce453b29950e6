import i18next from 'i18next'
import { useCallback } from 'react'
import { type CatalogNode, catalogsAbove, type TreeNode } from '#web/features/item/tree/index.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { announce } from '#web/lib/live-region.ts'
import { toast } from '#web/ui/toast.ts'
import {
  type DropTarget,
  getMoveError,
  getPositionsAfterMove,
  type Step,
  stepTo,
  type TreeContext,
} from './move-rules.ts'
import { useArrange } from './use-arrange.ts'

/** Formats the path of a catalog: `API / Users`. */
export const formatCatalogPath = (catalog: CatalogNode): string =>
  [...catalogsAbove(catalog), catalog].map(({ title }) => title).join(' / ')

/** The moves within the tree of an item. */
interface Moves {
  /** Reports whether anything has moved. */
  moveTo: (node: TreeNode, target: DropTarget) => boolean
  /** Returns the new position; undefined when nothing has moved. */
  step: (node: TreeNode, step: Step) => DropTarget | undefined
}

/** Moves pages and catalogs in the tree of an item, with a toast and Undo; says why a move is not allowed. */
export function useMove(item_id: string, context: TreeContext): Moves {
  const { t } = useTranslation('catalog')
  const arrange = useArrange(item_id)
  const moveTo = useCallback(
    (node: TreeNode, spot: DropTarget) => {
      const error = getMoveError(node, spot.parent, context)
      if (error) toast.info(localized(() => i18next.t(`catalog:refusal.${error}`)))
      const places = error ? [] : getPositionsAfterMove(node, spot, context)
      if (places.length === 0) return false
      const words = localized(() =>
        spot.parent?.key === node.parent?.key
          ? i18next.t('catalog:move.ordered', { name: node.title })
          : i18next.t('catalog:move.done', {
              name: node.title,
              place: spot.parent ? formatCatalogPath(spot.parent) : i18next.t('catalog:select.top'),
            }),
      )
      arrange(places, words, node.key)
      return true
    },
    [context, arrange],
  )
  const step = useCallback(
    (node: TreeNode, way: Step) => {
      const dropTarget = stepTo(node, way, context)
      if (!dropTarget) announce(t(`noStep.${way}`))
      return dropTarget && moveTo(node, dropTarget) ? dropTarget : undefined
    },
    [context, moveTo, t],
  )
  return { moveTo, step }
}
