;;; hlslc.el --- HLSL by hlslc: a mode, the language server, the formatter  -*- lexical-binding: t -*-

;; For Emacs 29 and later, which has Eglot.  (load ".../hlslc.el") is all; `eglot' starts the server in a buffer of HLSL.

;;; Code:

(require 'cc-mode)
(require 'eglot)

(defgroup hlslc nil "HLSL by hlslc." :group 'languages)

(defcustom hlslc-program "hlslc" "The program hlslc." :type 'string)

(defconst hlslc-keywords
  '("cbuffer" "tbuffer" "groupshared" "globallycoherent" "nointerpolation" "noperspective" "centroid" "precise" "uniform"
    "row_major" "column_major" "inout" "in" "out" "discard" "register" "packoffset" "export")
  "Words of HLSL that C++ does not have.")

(defvar hlslc-mode-syntax-table (let ((table (make-syntax-table c++-mode-syntax-table))) table))

;;;###autoload
(define-derived-mode hlslc-mode c++-mode "HLSL"
  "A mode for HLSL."
  (font-lock-add-keywords
   nil
   `((,(regexp-opt hlslc-keywords 'symbols) . font-lock-keyword-face)
     ("\\_<\\(?:bool\\|int\\|uint\\|half\\|float\\|double\\|min16float\\|min16int\\|min16uint\\)[1-4]\\(?:x[1-4]\\)?\\_>" . font-lock-type-face)
     ("\\_<\\(?:RW\\|RasterizerOrdered\\)?\\(?:Texture\\(?:1D\\|2D\\|3D\\|Cube\\)\\(?:MS\\)?\\(?:Array\\)?\\|\\(?:Structured\\|ByteAddress\\)?Buffer\\)\\_>" . font-lock-type-face)
     (":\\s-*\\(SV_[A-Za-z0-9_]+\\)" 1 font-lock-constant-face))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(?:hlsl\\|hlsli\\|hlslh\\|fxh?\\|us[fh]\\|azsli?\\)\\'" . hlslc-mode))

(add-to-list 'eglot-server-programs `(hlslc-mode . (,hlslc-program "lsp")))
(add-hook 'hlslc-mode-hook #'eglot-ensure)

(defun hlslc-format-buffer ()
  "Format the buffer by `hlslc fmt', as its project says."
  (interactive)
  (let ((output (generate-new-buffer " *hlslc fmt*"))
        (name (or buffer-file-name "untitled.hlsl")))
    (unwind-protect
        (if (zerop (call-process-region nil nil hlslc-program nil (list output nil) nil "fmt" "--stdin-filepath" name "-"))
            (replace-buffer-contents output)
          (user-error "This buffer could not be formatted"))
      (kill-buffer output))))

(provide 'hlslc)
;;; hlslc.el ends here
