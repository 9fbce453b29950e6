import { useEffect, useMemo, useRef } from 'react'
import { type TreeNode } from '#web/features/item/tree/index.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
import { MoveIcon } from '#web/ui/screen-icons.ts'
import { getMoveError, type Step, stepTo, type TreeContext } from './move-rules.ts'
import { useMove } from './use-move.ts'

const keys: Record<Step, string> = {
  up: 'alt+arrowup',
  down: 'alt+arrowdown',
  in: 'alt+arrowright',
  out: 'alt+arrowleft',
}
const ways = ['up', 'down', 'in', 'out'] as const

/**
 * Returns the menu entries that do what dragging does.
 *
 * @param onElsewhere opens the dialog for any other destination
 */
export function useMoveMenu(
  item_id: string,
  nodes: readonly TreeNode[],
  isLimited: boolean,
  onElsewhere: (node: TreeNode) => void,
): (node: TreeNode) => MenuEntry {
  const { t } = useTranslation('catalog')
  const context = useMemo((): TreeContext => ({ nodes, isLimited }), [nodes, isLimited])
  const { step } = useMove(item_id, context)
  const elsewhere = useRef(onElsewhere)
  useEffect(() => {
    elsewhere.current = onElsewhere
  })
  return useMemo(() => {
    const entryOf = (node: TreeNode, way: Step): MenuEntry => {
      const target = stepTo(node, way, context)
      const error = target && getMoveError(node, target.parent, context)
      const entry = { id: way, label: t(`step.${way}`) }
      if (!target) return { ...entry, disabled: true, hint: t(`noStep.${way}`) }
      if (error) return { ...entry, disabled: true, hint: t(`refusal.${error}`) }
      return { ...entry, shortcut: keys[way], onSelect: () => step(node, way) }
    }
    return (node) => ({
      kind: 'sub',
      id: 'move',
      label: t('step.move'),
      icon: <MoveIcon />,
      entries: [
        ...ways.map((way) => entryOf(node, way)),
        { kind: 'separator', id: 'else' },
        {
          id: 'to',
          label: t('step.to'),
          disabled: isLimited && node.parent === undefined,
          onSelect: () => elsewhere.current(node),
        },
      ],
    })
  }, [t, context, isLimited, step])
}
