[ (block) (field_list) (enum_specifier) (initializer_list) (parameter_list) (comment) ] @fold
