#pragma pack_matrix(row_major)
float4x4 m; _Pragma("pack_matrix(column_major)") float n;
#pragma warning(disable : 3205)
