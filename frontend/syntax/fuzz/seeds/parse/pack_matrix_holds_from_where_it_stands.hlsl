float4x4 a;
#pragma pack_matrix(row_major)
         float4x4 b; matrix<float, 2, 3> c;
         _Pragma("pack_matrix(column_major)") float2x2 d;
