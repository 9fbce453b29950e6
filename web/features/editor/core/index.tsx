export {
  type EditorHandle,
  type EditorHandleProps,
  editorHandleAtom,
  formatterAtom,
  type InsertEntry,
  initialTextAtom,
} from './editor-handle.ts'
export { type FindLabels, getFindLabels } from './find-labels.ts'
export { type FindCount, FindPanel, type FindQuery, mostCounted, noQuery } from './find-panel.ts'
export { acceptImages, uploadInto, uploadingText } from './image-uploads.ts'
export { countCharacters, indexAfterCharacters, maskSyntax } from './text-offset.ts'
export { today } from './today.ts'
export {
  type CalloutKind,
  calloutKinds,
  calloutParts,
  type FormatName,
  formats,
  headingShortcut,
  type PartId,
  partIds,
  partKeywords,
  parts,
  toEditorKey,
} from './toolbar-parts.tsx'
