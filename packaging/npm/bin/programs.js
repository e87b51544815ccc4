/// The packages with programs, by the words that node has for a system and a processor.
export const programs = {
  "linux x64": "@hlslc/linux-x64",
  "linux arm64": "@hlslc/linux-arm64",
  "win32 x64": "@hlslc/win32-x64",
  "darwin arm64": "@hlslc/darwin-arm64",
  "darwin x64": "@hlslc/darwin-x64",
};
