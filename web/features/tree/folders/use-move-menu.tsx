import { useEffect, useMemo, useRef } from 'react'
import { type TreeNode } from '#web/features/item/tree/index.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { MoveIcon } from '#web/ui/icons.ts'
import type { MenuEntry } from '#web/ui/menu.tsx'
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
  const ground = useMemo((): TreeContext => ({ nodes, isLimited }), [nodes, isLimited])
  const { step } = useMove(item_id, ground)
  const elsewhere = useRef(onElsewhere)
  useEffect(() => {
    elsewhere.current = onElsewhere
  })
  return useMemo(() => {
    const entryOf = (node: TreeNode, way: Step): MenuEntry => {
      const spot = stepTo(node, way, ground)
      const refusal = spot && getMoveError(node, spot.parent, ground)
      const entry = { id: way, label: t(`step.${way}`) }
      if (!spot) return { ...entry, disabled: true, hint: t(`noStep.${way}`) }
      if (refusal) return { ...entry, disabled: true, hint: t(`refusal.${refusal}`) }
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
  }, [t, ground, isLimited, step])
}
