-- The language server of hlslc for Neovim 0.11 and later: lsp/hlslc.lua in the configuration, and in init.lua
--     vim.lsp.enable("hlslc")
-- Formatting is vim.lsp.buf.format(), or `hlslc fmt` where the server does not offer it: see the end of this file.

vim.filetype.add({
  extension = { hlsl = "hlsl", hlsli = "hlsl", hlslh = "hlsl", fx = "hlsl", fxh = "hlsl", usf = "hlsl", ush = "hlsl", azsl = "hlsl", azsli = "hlsl" },
})

vim.api.nvim_create_autocmd("FileType", {
  pattern = "hlsl",
  callback = function(event)
    vim.bo[event.buf].commentstring = "// %s"
    -- `gq` over lines, and over the file with gggqG.
    vim.bo[event.buf].formatprg = "hlslc fmt --stdin-filepath " .. vim.fn.shellescape(vim.api.nvim_buf_get_name(event.buf)) .. " -"
  end,
})

-- nvim-dap, if it is there: `hlslc dap` debugs a shader with the scene beside it.
local has_dap, dap = pcall(require, "dap")
if has_dap then
  dap.adapters.hlslc = { type = "executable", command = "hlslc", args = { "dap" } }
  dap.configurations.hlsl = {
    { type = "hlslc", request = "launch", name = "Debug the shader", program = "${file}", profile = "cs_6_6", entry = "main" },
  }
end

return {
  cmd = { "hlslc", "lsp" },
  filetypes = { "hlsl" },
  root_markers = { "hlslc.toml", "compile_commands.json", ".git" },
}
