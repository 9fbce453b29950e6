import type { MilkdownPlugin } from '@milkdown/kit/ctx'
import {
  commands as basicCommands,
  inputRules as basicInputRules,
  keymap as basicKeymap,
  schema as basicSchema,
  createCodeBlockInputRule,
  hardbreakClearMarkPlugin,
  hardbreakFilterNodes,
  hardbreakFilterPlugin,
  htmlAttr,
  htmlSchema,
  inlineNodesCursorPlugin,
  insertHrInputRule,
  markInputRules,
} from '@milkdown/kit/preset/commonmark'
import {
  autoInsertSpanPlugin,
  footnoteDefinitionSchema,
  footnoteReferenceSchema,
  commands as gfmCommands,
  inputRules as gfmInputRules,
  keymap as gfmKeymap,
  schema as gfmSchema,
  keepTableAlignPlugin,
  pasteRules,
  tableEditingPlugin,
} from '@milkdown/kit/preset/gfm'
import { markdownInputRules } from './input-rules.ts'
import {
  calloutSchema,
  extendedSchema,
  mathBlockSchema,
  mathInlineSchema,
  protectedBlockSchema,
  protectedInlineSchema,
} from './nodes.ts'

const unused = new Set<MilkdownPlugin>(
  [htmlAttr, ...htmlSchema, ...footnoteDefinitionSchema, ...footnoteReferenceSchema].flat(),
)

/** All nodes and marks of a document in visual mode. */
export const schemaPlugins: MilkdownPlugin[] = [
  ...[...basicSchema, ...gfmSchema].filter((plugin) => !unused.has(plugin)),
  ...extendedSchema,
  ...[calloutSchema, mathBlockSchema, mathInlineSchema, protectedBlockSchema, protectedInlineSchema].flat(),
]

const replaced = new Set<MilkdownPlugin>([createCodeBlockInputRule, insertHrInputRule])

/**
 * The behavior of nodes: Milkdown's presets without those that parse and serialize through remark, and those that
 * rewrite nodes by themselves (ids of headings, labels of items): an unedited node must stay the same node.
 */
export const behaviourPlugins: MilkdownPlugin[] = [
  ...basicInputRules.filter((plugin) => !replaced.has(plugin)),
  ...markInputRules,
  ...basicCommands,
  ...basicKeymap,
  hardbreakClearMarkPlugin,
  hardbreakFilterNodes,
  hardbreakFilterPlugin,
  inlineNodesCursorPlugin,
  ...gfmInputRules,
  ...markdownInputRules,
  ...gfmCommands,
  ...gfmKeymap,
  ...pasteRules,
  keepTableAlignPlugin,
  autoInsertSpanPlugin,
  tableEditingPlugin,
]
