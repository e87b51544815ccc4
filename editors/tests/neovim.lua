-- A session of Neovim with `hlslc lsp`: each answer is checked.
local folder = vim.fn.tempname()
vim.fn.mkdir(folder, "p")
local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "w"))
  file:write(text)
  file:close()
end
write("tools.hlsli", "#pragma once\n// Doubles a value.\nfloat twice(float value) { return value + value; }\n")
local source = {
  '#include "tools.hlsli"',
  "// hlslc: -T cs_6_6 -E Fill -D GROUP=64",
  "RWStructuredBuffer<float4> Target : register(u0);",
  "struct Item { float4 weight; uint index; };",
  "cbuffer Settings { float Scale; uint Size; };",
  "float4 pick(Item item, float factor) { return item.weight * factor * twice(Scale); }",
  "[numthreads(GROUP, 1, 1)] void Fill(uint3 id : SV_DispatchThreadID)",
  "{",
  "    Item item = (Item)0;",
  "    item.index = id.x;",
  "    if (item.index < Size) Target[item.index] = pick(item, 2.0);",
  "    ",
  "}",
}
write("fill.hlsl", table.concat(source, "\n") .. "\n")

local asked, failed = 0, 0
local function check(what, holds, found)
  if not holds then
    failed = failed + 1
    io.stdout:write("failed: " .. what .. ": " .. vim.inspect(found):sub(1, 300) .. "\n")
  end
end

vim.cmd("edit " .. folder .. "/fill.hlsl")
local buffer = vim.api.nvim_get_current_buf()
vim.bo[buffer].filetype = "hlsl"
local id = vim.lsp.start_client({ name = "hlslc", cmd = { vim.env.HLSLC, "lsp" }, root_dir = folder })
vim.lsp.buf_attach_client(buffer, id)
vim.wait(10000, function() return vim.lsp.get_client_by_id(id) ~= nil and vim.lsp.buf_is_attached(buffer, id) end, 10)
vim.wait(10000, function() return vim.lsp.get_client_by_id(id).initialized end, 10)

local uri = vim.uri_from_bufnr(buffer)
local function ask(what, method, params, holds)
  asked = asked + 1
  local answers, why = vim.lsp.buf_request_sync(buffer, method, params, 20000)
  local answer = answers and answers[id]
  if not answer or answer.error then
    check(what, holds == nil, answer or why)
    return nil
  end
  check(what, holds ~= nil and holds(answer.result), answer.result)
  return answer.result
end
local function line_of(text) for at, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
  local column = line:find(text, 1, true)
  if column then return at - 1, column - 1 end
end error("no " .. text) end
local function here(text, into)
  local line, column = line_of(text)
  return { textDocument = { uri = uri }, position = { line = line, character = column + (into or 0) } }
end
local function says(text) return function(hover) return hover ~= nil and hover.contents.value:find(text, 1, true) ~= nil end end

vim.wait(10000, function() return false end, 300)
check("the shader is right", #vim.diagnostic.get(buffer) == 0, vim.diagnostic.get(buffer))
for text, wanted in pairs({
  ["Target :"] = "RWStructuredBuffer<float4> Target : register(u0)", ["Item {"] = "struct Item", ["weight;"] = "float4 weight",
  ["Settings"] = "cbuffer Settings", ["Scale;"] = "at offset 0", ["Size;"] = "at offset 4", ["pick("] = "float4 pick(Item item",
  ["twice("] = "Doubles a value.", ["GROUP,"] = "GROUP", ["Fill(uint3"] = "void Fill(uint3 id", ["id.x"] = "uint3 id", ["index;"] = "uint index",
}) do
  ask("hover of " .. text, "textDocument/hover", here(text), text == "GROUP," and function() return true end or says(wanted))
end
for text, line in pairs({ ["twice("] = 2, ["Scale)"] = 4, ["item.weight"] = 5, ["weight *"] = 3, ["pick(item"] = 5, ["Size)"] = 4, ["id.x"] = 6 }) do
  ask("definition of " .. text, "textDocument/definition", here(text), function(list) return list[1].range.start.line == line end)
end
for text, count in pairs({ ["pick("] = 2, ["Target :"] = 2, ["Size;"] = 2, ["weight;"] = 2, ["index;"] = 4, ["twice("] = 2 }) do
  local params = here(text)
  params.context = { includeDeclaration = true }
  ask("references of " .. text, "textDocument/references", params, function(list) return #list == count end)
end
for text, name in pairs({ ["pick("] = "choose", ["factor)"] = "amount", ["weight;"] = "share" }) do
  local params = here(text)
  params.newName = name
  ask("rename of " .. text, "textDocument/rename", params, function(edit) return vim.tbl_count(edit.changes) == 1 end)
end
for text, name in pairs({ ["pick("] = "Fill", ["factor)"] = "item", ["Size;"] = "Scale" }) do
  local params = here(text)
  params.newName = name
  ask("rename of " .. text .. " to what is taken", "textDocument/rename", params, nil)
end
for text, wanted in pairs({
  ["Item item, float"] = "struct Item", ["factor *"] = "float factor", ["item.weight"] = "Item item", ["weight * factor"] = "float4 weight",
  ["Scale)"] = "float Scale", ["Size)"] = "uint Size", ["Target["] = "Target : register(u0)", ["pick(item, 2"] = "float4 pick(Item item",
  ["item.index ="] = "Item item", ["index = id"] = "uint index", ["id : SV"] = "uint3 id", ["SV_DispatchThreadID"] = "SV_DispatchThreadID",
}) do
  ask("hover of " .. text, "textDocument/hover", here(text), says(wanted))
end
for text, line in pairs({ ["factor *"] = 5, ["Item item, float"] = 3, ["index = id"] = 3, ["pick(item, 2"] = 5, ["item, 2"] = 8, ["Target[item"] = 2 }) do
  ask("definition of " .. text, "textDocument/definition", here(text), function(list) return list[1].range.start.line == line end)
end
-- What each word is: the highlights of it, and what may be renamed.
for text, count in pairs({
  ["Target :"] = 2, ["Item {"] = 4, ["weight;"] = 2, ["index;"] = 4, ["Scale;"] = 2, ["Size;"] = 2, ["pick("] = 2, ["factor)"] = 2,
  ["item,"] = 2, ["id : SV"] = 2, ["item = (Item)0"] = 5,
}) do
  ask("highlights of " .. text, "textDocument/documentHighlight", here(text), function(list) return #list == count end)
  ask("whether " .. text .. " may be renamed", "textDocument/prepareRename", here(text), function(range)
    return range.placeholder == text:match("^[%a_]+")
  end)
end
for _, text in ipairs({ "SV_DispatchThreadID", "RWStructuredBuffer", "numthreads", "float4 weight", "return" }) do
  ask("that " .. text .. " is not renamed", "textDocument/prepareRename", here(text), nil)
end
for text, line in pairs({ ["item.weight"] = 3, ["item,"] = 3, ["item.index ="] = 3 }) do
  ask("the type of " .. text, "textDocument/typeDefinition", here(text), function(list) return list[1].range.start.line == line end)
end
for text, line in pairs({ ["pick(item"] = 5, ["Size)"] = 4, ["Target["] = 2 }) do
  ask("the declaration of " .. text, "textDocument/declaration", here(text), function(list) return list[1].range.start.line == line end)
end
for _, text in ipairs({ "uint3", "return", "if (", "RWStructuredBuffer" }) do
  ask("that " .. text .. " has no definition", "textDocument/definition", here(text), function(list) return list == nil or #list == 0 end)
end
for text, steps in pairs({ ["item.weight"] = 3, ["Size)"] = 3, ["Scale;"] = 2, ["2.0"] = 4, ["pick(item"] = 3 }) do
  ask("a selection grows from " .. text, "textDocument/selectionRange", { textDocument = { uri = uri }, positions = { here(text).position } }, function(list)
    local range, count = list[1], 0
    while range ~= nil and range ~= vim.NIL do range, count = range.parent, count + 1 end
    return count >= steps
  end)
end
local function lines_of(first, last) return { start = { line = first, character = 0 }, ["end"] = { line = last, character = 0 } } end
for first, wanted in pairs({ [4] = "c0.x", [10] = "factor:" }) do
  ask("hints at line " .. first, "textDocument/inlayHint", { textDocument = { uri = uri }, range = lines_of(first, first + 1) }, function(list)
    for _, hint in ipairs(list) do if tostring(vim.inspect(hint.label)):find(wanted, 1, true) then return true end end
    return false
  end)
end
for first, last in pairs({ [0] = 3, [3] = 6, [6] = 12 }) do
  ask("tokens of lines " .. first, "textDocument/semanticTokens/range", { textDocument = { uri = uri }, range = lines_of(first, last) }, function(tokens)
    return #tokens.data > 0 and #tokens.data % 5 == 0
  end)
end
local document = { textDocument = { uri = uri } }
local function some(list, holds) for _, item in ipairs(list) do if holds(item) then return true end end return false end
-- Neovim sends these edits by its own incremental synchronisation.
local blank = 11
for typed, wanted in pairs({
  ["    Target."] = "Load", ["    item."] = "weight", ["    item.weight."] = "xyz", ["    pi"] = "pick", ["    float q = Sc"] = "Scale",
  ["    float q = tw"] = "twice", ["    GroupMem"] = "GroupMemoryBarrier", ["    Ite"] = "Item", ["    id."] = "x", ["    id.x"] = "xy",
  ["    item.in"] = "index", ["    flo"] = "float4", ["    ret"] = "return", ["    Wave"] = "WaveActiveSum", ["    float q = GRO"] = "GROUP",
  ["    Interlocked"] = "InterlockedAdd", ["    uint n = Si"] = "Size", ["    float4 v = Target[0]."] = "xyzw", ["    [lo"] = "loop",
  ["    if (item.index < Si"] = "Size", ["    sin"] = "sincos", ["    Target.Get"] = "GetDimensions", ["    [unr"] = "unroll", ["    float q = pick(it"] = "item",
}) do
  vim.api.nvim_buf_set_lines(buffer, blank, blank + 1, false, { typed })
  local params = { textDocument = { uri = uri }, position = { line = blank, character = #typed } }
  ask("completion after " .. typed, "textDocument/completion", params, function(list)
    return some(list.items, function(item) return item.label == wanted end)
  end)
end
vim.api.nvim_buf_set_lines(buffer, blank, blank + 1, false, { "    pick(item, " })
ask("a signature", "textDocument/signatureHelp", { textDocument = { uri = uri }, position = { line = blank, character = 15 } }, function(help)
  return help.activeParameter == 1
end)
for typed, wanted in pairs({
  ["    pick("] = { "float4 pick(Item item, float factor)", 0 }, ["    twice("] = { "float twice(float value)", 0 },
  ["    lerp(item.weight, "] = { "lerp(", 1 }, ["    clamp(Scale, 0, "] = { "clamp(", 2 }, ["    InterlockedAdd(Target[0], "] = { "InterlockedAdd(", 1 },
}) do
  vim.api.nvim_buf_set_lines(buffer, blank, blank + 1, false, { typed })
  ask("the signature of " .. typed, "textDocument/signatureHelp", { textDocument = { uri = uri }, position = { line = blank, character = #typed } }, function(help)
    return help.signatures[(help.activeSignature or 0) + 1].label:find(wanted[1], 1, true) ~= nil and help.activeParameter == wanted[2]
  end)
end
-- Each mistake is reported where it is, and goes with it.
for typed, says in pairs({
  ["    float q = missing;"] = "missing", ["    item.colour = 1;"] = "colour", ["    float q = ;"] = "expected", ["    pick(1);"] = "pick",
  ["    float2 q = item;"] = "float2", ["    brea;"] = "brea", ["    uint q = 1 +;"] = "expected", ["    Target.Sample(0);"] = "Sample",
}) do
  vim.api.nvim_buf_set_lines(buffer, blank, blank + 1, false, { typed })
  local reported = function()
    for _, one in ipairs(vim.diagnostic.get(buffer)) do if one.lnum == blank and one.message:find(says, 1, true) then return true end end
    return false
  end
  vim.wait(10000, reported, 10)
  check("what is said of " .. typed, reported(), vim.diagnostic.get(buffer))
  ask("repairs of " .. typed, "textDocument/codeAction", {
    textDocument = { uri = uri }, context = { diagnostics = {} }, range = lines_of(blank, blank + 1),
  }, function(list) return list == nil or type(list) == "table" end)
end
vim.api.nvim_buf_set_lines(buffer, blank, blank + 1, false, { "    item.index = saturat(1);" })
ask("a repair", "textDocument/codeAction", {
  textDocument = { uri = uri }, context = { diagnostics = {} },
  range = { start = { line = blank, character = 20 }, ["end"] = { line = blank, character = 20 } },
}, function(list) return list[1].edit.changes[uri][1].newText == "saturate" end)
vim.wait(10000, function() return #vim.diagnostic.get(buffer) > 0 end, 10)
check("an error is shown", #vim.diagnostic.get(buffer) == 1, vim.diagnostic.get(buffer))
vim.api.nvim_buf_set_lines(buffer, blank, blank + 1, false, { "    " })
vim.wait(10000, function() return #vim.diagnostic.get(buffer) == 0 end, 10)
check("no error is left", #vim.diagnostic.get(buffer) == 0, vim.diagnostic.get(buffer))
ask("the form of the document", "textDocument/formatting", {
  textDocument = { uri = uri }, options = { tabSize = 4, insertSpaces = true },
}, function(edits) return type(edits) == "table" end)
ask("the form of a range", "textDocument/rangeFormatting", {
  textDocument = { uri = uri }, options = { tabSize = 4, insertSpaces = true }, range = lines_of(2, 4),
}, function(edits) return type(edits) == "table" end)
for _, query in ipairs({ "Fill", "Item", "Settings", "twice", "Scale", "weight" }) do
  ask("the symbol " .. query, "workspace/symbol", { query = query }, function(list) return #list >= 1 and list[1].name == query end)
end
ask("symbols", "textDocument/documentSymbol", document, function(list) return #list == 5 end)
ask("folds", "textDocument/foldingRange", document, function(list) return #list >= 1 end)
ask("links", "textDocument/documentLink", document, function(list) return #list == 1 end)
ask("tokens", "textDocument/semanticTokens/full", document, function(tokens) return #tokens.data % 5 == 0 and #tokens.data > 100 end)
ask("programs", "hlslc/programs", document, function(answer) return answer.active == "Fill (cs_6_6) -D GROUP=64" end)
ask("the DXIL", "hlslc/listing", document, function(answer) return answer.text:find("define void @Fill", 1, true) ~= nil end)
local items = ask("a function", "textDocument/prepareCallHierarchy", here("pick("), function(list) return list[1].name == "pick" end)
ask("its callers", "callHierarchy/incomingCalls", { item = items[1] }, function(list) return list[1].from.name == "Fill" end)
ask("its callees", "callHierarchy/outgoingCalls", { item = items[1] }, function(list) return list[1].to.name == "twice" end)
for _, bad in ipairs({ "textDocument/nothing", "hlslc/nothing", "no/method" }) do ask("that there is no " .. bad, bad, {}, nil) end
ask("a place beyond the text", "textDocument/hover", { textDocument = { uri = uri }, position = { line = 9999, character = 9 } }, function(answer) return answer == nil end)
ask("a symbol", "workspace/symbol", { query = "pick" }, function(list) return list[1].name == "pick" end)
local lenses = ask("lenses", "textDocument/codeLens", document, function(list) return #list == 1 end)
ask("what the shader costs", "codeLens/resolve", lenses[1], function(lens) return lens.command.title:find("instructions", 1, true) ~= nil end)
check("the session is long enough", asked >= 150, asked)
io.stdout:write(("neovim.lua: %d requests, %d failed\n"):format(asked, failed))
vim.lsp.stop_client(id)
vim.cmd(failed == 0 and "qall!" or "cquit!")
