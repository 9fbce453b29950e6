// The library that lays out diagrams is half of everything that exports need. A bundle of its own beside the worker.
export { renderMermaidSVG } from 'beautiful-mermaid'
